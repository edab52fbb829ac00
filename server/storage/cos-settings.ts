import { z } from 'zod'
import type { CosSettings } from './cos-request.ts'

const address = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^/?#\s]+\/?$/.test(value) && URL.canParse(value),
    '须为以 http:// 或 https:// 开头、不带路径的网址',
  )
  .transform((value) => value.replace(/\/$/, ''))

/**
 * The environment variables for Tencent COS. The variables without a default are required if COS is chosen as object
 * store.
 */
export const cosVariables = {
  STORAGE: z.enum(['local', 'cos'], { error: '须为 local 或 cos' }).default('local'),
  COS_SECRET_ID: z
    .string()
    .regex(/^[\w-]{8,128}$/, '须为腾讯云给的 SecretId')
    .optional(),
  COS_SECRET_KEY: z
    .string()
    .regex(/^[\w-]{8,128}$/, '须为腾讯云给的 SecretKey')
    .optional(),
  COS_BUCKET: z
    .string()
    .regex(/^[\da-z][\da-z-]{0,48}-\d{5,12}$/, '须为带 APPID 的存储桶名，如 zhitu-1250000000')
    .optional(),
  COS_REGION: z
    .string()
    .regex(/^[a-z]+-[\da-z-]+$/, '须为地域，如 ap-nanjing')
    .default('ap-nanjing'),
  COS_ENDPOINT: address.optional(),
  COS_DOMAIN: address.optional(),
  COS_STS_ENDPOINT: address.default('https://sts.tencentcloudapi.com'),
}
type CosEnvironment = z.output<z.ZodObject<typeof cosVariables>>

/**
 * Returns the name of the first required environment variable that is missing although Tencent COS was chosen as object
 * store.
 */
export function missingCosVariable(env: CosEnvironment) {
  if (env.STORAGE !== 'cos') return undefined
  return (['COS_SECRET_ID', 'COS_SECRET_KEY', 'COS_BUCKET'] as const).find((name) => env[name] === undefined)
}

/**
 * Returns the settings of the object store and the base URL of its pictures. The settings are null if the site stores
 * its files itself.
 */
export function toCosSettings(env: CosEnvironment): { settings: CosSettings | null; pictureBase: string } {
  const { COS_SECRET_ID: secretId, COS_SECRET_KEY: secretKey, COS_BUCKET: bucket, COS_REGION: region } = env
  if (env.STORAGE !== 'cos' || !secretId || !secretKey || !bucket) return { settings: null, pictureBase: '/storage' }
  const endpoint = env.COS_ENDPOINT ?? `https://${bucket}.cos.${region}.myqcloud.com`
  const settings = { secretId, secretKey, bucket, region, endpoint, stsEndpoint: env.COS_STS_ENDPOINT }
  return { settings, pictureBase: env.COS_DOMAIN ?? endpoint }
}
