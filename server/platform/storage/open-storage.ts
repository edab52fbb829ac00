import { join } from 'node:path'
import type { Db } from '#server/platform/db/schema.ts'
import { cosBucket } from './cos-settings.ts'
import { createCosStorage } from './cos-storage.ts'
import { createLocalStorage } from './local-storage.ts'
import type { StorageSettings } from './storage-settings.ts'
import type { Storage } from './storage.ts'
import { createBucketStore } from './bucket-store.ts'
import { openS3Bucket, type S3Settings } from './s3-bucket.ts'
import { s3Bucket } from './s3-settings.ts'
import { uploadsThroughSite } from './site-uploads.ts'

/**
 * Opens the object store that the operator has configured, or the store in the data directory if none is configured.
 */
export function openStorage(
  db: Db,
  { storage: { kind, cos, s3 }, dataDirectory }: { storage: StorageSettings; dataDirectory: string },
): Storage {
  if (kind === 'cos' && cos?.bucket) return createCosStorage(cosBucket(cos, cos.bucket))
  if (kind === 's3' && s3?.bucket) return createS3Storage(s3Bucket(s3, s3.bucket), db)
  return createLocalStorage(join(dataDirectory, 'storage'), db)
}

/**
 * Creates an object store in a bucket that is compatible with Amazon S3. Browsers upload through the site, because such
 * stores have no common way to issue credentials for one folder; the bucket therefore needs no CORS rule.
 */
function createS3Storage(settings: S3Settings, db: Db): Storage {
  return { ...createBucketStore(openS3Bucket(settings)), ...uploadsThroughSite(db) }
}
