import { AwsV4Signer } from 'aws4fetch'
import { createHash } from 'node:crypto'
import type { Bucket } from './bucket.ts'
import { sendToBucket } from './bucket-request.ts'

/** A bucket of a store that is compatible with Amazon S3, and how to reach it. */
export interface S3Settings {
  bucket: string
  /** The URL of the store, without a bucket and without a trailing slash. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /**
   * Whether URLs of objects have the bucket's name at the start of their path; otherwise their host name begins with
   * it.
   */
  isPathStyle: boolean
}

/** Opens a bucket of a store that is compatible with Amazon S3. Requests have signatures of version 4. */
export function openS3Bucket({ bucket, endpoint, isPathStyle, ...signing }: S3Settings): Bucket {
  const base = isPathStyle ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`)
  return {
    address: base,
    copyHeaders: (key) => ({ 'x-amz-copy-source': `/${bucket}/${key}` }),
    request(method, key, request = {}) {
      const { query = {}, headers = {}, body } = request
      const url = new URL(key === '' ? base : `${base}/${key}`)
      url.search = String(new URLSearchParams(query))
      const hash = createHash('sha256')
        .update(body ?? '')
        .digest('hex')
      return sendToBucket(method, request, async () => {
        const withHash = { ...headers, 'x-amz-content-sha256': hash }
        const signer = new AwsV4Signer({ ...signing, service: 's3', method, url: url.href, headers: withHash })
        const signed = await signer.sign()
        return { address: signed.url, headers: signed.headers }
      })
    },
  }
}
