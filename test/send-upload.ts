import type { UploadPermit } from '#shared/api/upload.ts'
import { signRequest } from '#server/platform/storage/cos-signature.ts'

export interface SentUpload {
  method?: string
  key?: string
  type?: string
  query?: string
  token?: string
  secretKey?: string
  secretId?: string
  headers?: Record<string, string>
  /** Time in seconds since 1970 from which the signature of the upload request is valid. */
  start?: number
}

/** Uploads an object to the storage as the browser does; `sent` changes parts of the request, as an attacker would. */
export async function sendUpload(site: string, permit: UploadPermit, body: Buffer, sent: SentUpload = {}) {
  const { tmpSecretId, tmpSecretKey, sessionToken } = permit.credentials
  const { method = 'PUT', key = permit.key, type = 'image/png', query = '', headers = {} } = sent
  const { start = Math.floor(Date.now() / 1000) - 1 } = sent
  const signing = {
    secretId: sent.secretId ?? tmpSecretId,
    secretKey: sent.secretKey ?? tmpSecretKey,
    start,
    end: start + 900,
  }
  const address = permit.endpoint.startsWith('/') ? site + permit.endpoint : permit.endpoint
  const { host } = new URL(address)
  const authorization = signRequest({ method, path: `/${key}`, query: {}, headers: { host } }, signing)
  const hasBody = method === 'PUT' || method === 'POST'
  const response = await fetch(`${address}/${key}${query}`, {
    method,
    headers: { authorization, 'x-cos-security-token': sent.token ?? sessionToken, 'content-type': type, ...headers },
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '' }
}
