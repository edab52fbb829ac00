import COS from 'cos-js-sdk-v5'
import type { UploadPermit } from '#shared/api/upload.ts'

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
  const address = permit.endpoint.startsWith('/') ? site + permit.endpoint : permit.endpoint
  const { host } = new URL(address)
  const signing = { ...sent, secretId: sent.secretId ?? tmpSecretId, secretKey: sent.secretKey ?? tmpSecretKey }
  const authorization = signUpload({ method, key, headers: { host } }, signing)
  const hasBody = method === 'PUT' || method === 'POST'
  const response = await fetch(`${address}/${key}${query}`, {
    method,
    headers: { authorization, 'x-cos-security-token': sent.token ?? sessionToken, 'content-type': type, ...headers },
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '' }
}

/** Returns the `Authorization` header of a request to the storage, made by Tencent's package, as browsers do. */
export function signUpload(
  { method = 'PUT', key, headers = {} }: { method?: string; key: string; headers?: Record<string, string> },
  {
    secretId,
    secretKey,
    start = Math.floor(Date.now() / 1000) - 1,
  }: { secretId: string; secretKey: string; start?: number },
): string {
  return COS.getAuthorization({
    SecretId: secretId,
    SecretKey: secretKey,
    KeyTime: `${start};${start + 900}`,
    Method: method as COS.Method,
    Pathname: `/${key}`,
    Headers: headers,
  })
}
