import { join } from 'node:path'
import type { Db } from '#server/platform/db/schema.ts'
import { cosBucket } from './cos-settings.ts'
import { createCosStorage } from './cos-storage.ts'
import { createLocalStorage } from './local-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { StorageSettings } from './storage-settings.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the object store that the operator has configured, or the store in the data directory if none is configured.
 */
export function openStorage(
  db: Db,
  { storage: { kind, cos, s3 }, dataDirectory }: { storage: StorageSettings; dataDirectory: string },
): Storage {
  if (kind === 'cos' && cos?.bucket) return createCosStorage(cosBucket(cos, cos.bucket))
  if (kind === 's3' && s3?.bucket) return createS3Storage({ ...s3, bucket: s3.bucket }, db)
  return createLocalStorage(join(dataDirectory, 'storage'), db)
}
