import { z } from 'zod'
import { type CosAccess, cosBucket, cosKeys, cosVariables, toCosAccess } from './cos-settings.ts'
import { type S3Access, s3Keys, s3Variables, toS3Access } from './s3-settings.ts'

/** The environment variables that say where the site stores its files. */
export const storageVariables = {
  STORAGE: z.enum(['local', 'cos', 's3'], { error: '须为 local、cos 或 s3' }).default('local'),
  ...cosVariables,
  ...s3Variables,
}
type StorageEnvironment = z.output<z.ZodObject<typeof storageVariables>>

/** The external object stores that the operator has configured; the site's own files are in the one named by `kind`. */
export interface StorageSettings {
  kind: StorageEnvironment['STORAGE']
  cos: CosAccess | null
  s3: S3Access | null
}

/**
 * Returns the first required environment variable that is missing for the chosen object store, or for backups to an
 * object store, with a Chinese message for the operator.
 */
export function findMissingVariable(
  env: StorageEnvironment & { BACKUP_TO?: string | undefined },
): { name: string; message: string } | undefined {
  const needed = { local: [], cos: [...cosKeys, 'COS_BUCKET'], s3: [...s3Keys, 'S3_BUCKET'] } as const
  const name = needed[env.STORAGE].find((name) => env[name] === undefined)
  if (name !== undefined) return { name, message: `STORAGE=${env.STORAGE} 时须设` }
  const [, scheme] = /^(cos|s3):\/\//.exec(env.BACKUP_TO ?? '') ?? []
  const keys = scheme === 'cos' ? cosKeys : scheme === 's3' ? s3Keys : []
  const key = keys.find((name) => env[name] === undefined)
  return key && { name: key, message: `备份放到 ${scheme}:// 时须设` }
}

export function toStorageSettings(env: StorageEnvironment): StorageSettings {
  return { kind: env.STORAGE, cos: toCosAccess(env), s3: toS3Access(env) }
}

/** Returns the URL below which browsers read uploaded pictures, or the path of this site if it sends them itself. */
export function findPictureBase(env: StorageEnvironment): string {
  const { kind, cos } = toStorageSettings(env)
  if (kind === 's3') return env.S3_DOMAIN ?? '/storage'
  return kind === 'cos' && cos?.bucket ? (env.COS_DOMAIN ?? cosBucket(cos, cos.bucket).endpoint) : '/storage'
}
