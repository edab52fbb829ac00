import type { Db } from '#server/platform/db/schema.ts'
import { createBucketStore } from './bucket-store.ts'
import { openS3Bucket, type S3Settings } from './s3-bucket.ts'
import { uploadsThroughSite } from './site-uploads.ts'
import type { Storage } from './storage.ts'

/**
 * Creates an object store in a bucket that is compatible with Amazon S3. Browsers upload through the site, because such
 * stores have no common way to issue credentials for one folder; the bucket therefore needs no CORS rule.
 */
export function createS3Storage(settings: S3Settings, db: Db): Storage {
  return { ...createBucketStore(openS3Bucket(settings)), ...uploadsThroughSite(db) }
}
