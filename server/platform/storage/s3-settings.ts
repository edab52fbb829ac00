import { z } from 'zod'
import type { S3Settings } from './s3-bucket.ts'
import { storeAddress } from './store-address.ts'

const text = (pattern: RegExp, error: string) => z.string().regex(pattern, error).optional()

/** The environment variables for a store that is compatible with Amazon S3. */
export const s3Variables = {
  S3_ENDPOINT: storeAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\da-z-]{2,40}$/, '须为地域，如 us-east-1、auto、cn-hangzhou')
    .default('us-east-1'),
  S3_BUCKET: text(/^[\da-z][\d.a-z-]{1,61}[\da-z]$/, '须为存储桶名：3–63 个小写字母、数字、点和连字符'),
  S3_ACCESS_KEY_ID: text(/^[!-~]{3,128}$/, '须为存储服务给的 Access Key ID'),
  S3_SECRET_ACCESS_KEY: text(/^[!-~]{6,256}$/, '须为存储服务给的 Secret Access Key'),
  S3_PATH_STYLE: z.enum(['on', 'off'], { error: '须为 on 或 off' }).default('on'),
  S3_DOMAIN: storeAddress.optional(),
}
type S3Environment = z.output<z.ZodObject<typeof s3Variables>>

/** The variables without which no bucket of an S3-compatible store can be called. */
export const s3Keys = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** How to reach a store that is compatible with Amazon S3. */
export interface S3Access extends Omit<S3Settings, 'bucket' | 'address'> {
  /** The bucket in the settings of the site. */
  bucket: string | undefined
  /** The URL of the store, without a bucket and without a trailing slash. */
  endpoint: string
  /**
   * Whether URLs of objects have the bucket's name at the start of their path; otherwise their host name begins with
   * it.
   */
  isPathStyle: boolean
}

/** Returns how to reach the S3-compatible store, or null if it is not configured. */
export function toS3Access(env: S3Environment): S3Access | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_PATH_STYLE } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !accessKeyId || !secretAccessKey) return null
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, isPathStyle: S3_PATH_STYLE === 'on' }
}

/** Returns the settings of a bucket, which need not be the bucket of the site's own files. */
export function s3Bucket({ endpoint, isPathStyle, ...access }: S3Access, bucket: string): S3Settings {
  const address = isPathStyle ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`)
  return { ...access, bucket, address }
}
