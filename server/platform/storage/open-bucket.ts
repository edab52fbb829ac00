import type { Bucket } from './bucket.ts'
import { cosBucket, openCosBucket } from './cos-settings.ts'
import { openS3Bucket } from './s3-bucket.ts'
import { s3Bucket } from './s3-settings.ts'
import type { StorageSettings } from './storage-settings.ts'

interface BucketPlace {
  bucket: Bucket
  /** The prefix of the keys: empty, or with a slash at its end. */
  prefix: string
}

/**
 * Opens the bucket in a URL such as `s3://bucket/folder` or `cos://bucket-1250000000/folder` with the keys in the
 * settings of the site. Returns undefined for any other text. Throws an error with a Chinese sentence if the keys are
 * missing.
 */
export function openBucket(url: string, { cos, s3 }: Pick<StorageSettings, 'cos' | 's3'>): BucketPlace | undefined {
  const [, scheme, name = '', folder = ''] = /^(cos|s3):\/\/([\d.a-z-]+)(\/[\w./-]*)?$/.exec(url) ?? []
  if (scheme === undefined) return undefined
  const path = folder.replaceAll(/^\/+|\/+$/g, '')
  const prefix = path === '' ? '' : `${path}/`
  if (scheme === 'cos' && cos) return { bucket: openCosBucket(cosBucket(cos, name)), prefix }
  if (scheme === 's3' && s3) return { bucket: openS3Bucket(s3Bucket(s3, name)), prefix }
  const needed =
    scheme === 'cos' ? 'COS_SECRET_ID 和 COS_SECRET_KEY' : 'S3_ENDPOINT、S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY'
  throw new Error(`${url} 需要 ${needed}，请在 .env 里设置。`)
}
