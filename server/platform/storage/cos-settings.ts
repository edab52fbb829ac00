import { z } from 'zod'
import type { Bucket } from './bucket.ts'
import { openS3Bucket } from './s3-bucket.ts'
import { storeAddress } from './store-address.ts'

/** The environment variables for Tencent COS. */
export const cosVariables = {
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
  COS_ENDPOINT: storeAddress.optional(),
  COS_DOMAIN: storeAddress.optional(),
  COS_STS_ENDPOINT: storeAddress.default('https://sts.tencentcloudapi.com'),
}
type CosEnvironment = z.output<z.ZodObject<typeof cosVariables>>

/** The variables without which no bucket of Tencent COS can be called. */
export const cosKeys = ['COS_SECRET_ID', 'COS_SECRET_KEY'] as const

/** A bucket of Tencent COS, and how to reach it. */
export interface CosSettings {
  secretId: string
  secretKey: string
  bucket: string
  region: string
  /**
   * The URL of the Tencent COS bucket, which both the server and browsers use. Like all URLs in these settings, it has
   * no trailing slash.
   */
  endpoint: string
  /** The URL of Tencent's service that issues temporary credentials for the object store. */
  stsEndpoint: string
}

/** How to reach Tencent COS. */
export interface CosAccess extends Omit<CosSettings, 'bucket' | 'endpoint'> {
  /** The bucket in the settings of the site, with its URL if the operator has given one. */
  bucket: string | undefined
  endpoint: string | undefined
}

/** Returns how to reach Tencent COS, or null if its keys are not configured. */
export function toCosAccess(env: CosEnvironment): CosAccess | null {
  const { COS_SECRET_ID: secretId, COS_SECRET_KEY: secretKey, COS_REGION: region } = env
  const { COS_BUCKET: bucket, COS_ENDPOINT: endpoint, COS_STS_ENDPOINT: stsEndpoint } = env
  return secretId && secretKey ? { secretId, secretKey, region, stsEndpoint, bucket, endpoint } : null
}

/** Returns the settings of a bucket, which need not be the bucket of the site's own files. */
export function cosBucket({ bucket: own, endpoint, ...access }: CosAccess, bucket: string): CosSettings {
  const usual = `https://${bucket}.cos.${access.region}.myqcloud.com`
  return { ...access, bucket, endpoint: (bucket === own ? endpoint : undefined) ?? usual }
}

/**
 * Opens a bucket of Tencent COS, which speaks the protocol of Amazon S3
 * (https://cloud.tencent.com/document/product/436/37421).
 */
export function openCosBucket({ bucket, region, endpoint, secretId, secretKey }: CosSettings): Bucket {
  return openS3Bucket({ bucket, address: endpoint, region, accessKeyId: secretId, secretAccessKey: secretKey })
}
