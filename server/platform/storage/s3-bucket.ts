import { AwsV4Signer } from 'aws4fetch'
import { createHash } from 'node:crypto'
import type { Bucket } from './bucket.ts'
import { sendToBucket } from './bucket-request.ts'

/** A bucket of a store that speaks the protocol of Amazon S3, as Tencent COS does, and how to reach it. */
export interface S3Settings {
  bucket: string
  /** The URL of the bucket, without a trailing slash. */
  address: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Opens a bucket. Requests have signatures of version 4. */
export function openS3Bucket({ bucket, address, ...signing }: S3Settings): Bucket {
  return {
    name: bucket,
    address,
    request(method, key, request = {}) {
      const { query = {}, headers = {}, body } = request
      const url = new URL(key === '' ? address : `${address}/${key}`)
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
