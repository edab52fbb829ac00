import type { Bucket } from './bucket.ts'
import { sendToBucket } from './bucket-request.ts'
import { signRequest } from './cos-signature.ts'

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

const signatureSeconds = 600

/** Opens a bucket of Tencent COS, which is called through its XML API. */
export function openCosBucket(settings: CosSettings): Bucket {
  const { bucket, region, endpoint } = settings
  return {
    address: endpoint,
    copyHeaders: (key) => ({ 'x-cos-copy-source': `${bucket}.cos.${region}.myqcloud.com/${key}` }),
    request(method, key, request = {}) {
      const { query = {}, headers = {} } = request
      const path = `/${key}`
      const { host } = new URL(endpoint)
      const address = `${endpoint}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
      return sendToBucket(method, request, async () => {
        const start = Math.floor(Date.now() / 1000) - 60
        const signing = { ...settings, start, end: start + 60 + signatureSeconds }
        const authorization = signRequest({ method, path, query, headers: { ...headers, host } }, signing)
        return { address, headers: { ...headers, authorization } }
      })
    },
  }
}
