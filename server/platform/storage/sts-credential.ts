import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { fail, Failure } from '#shared/api/failure.ts'
import type { UploadCredential } from './storage.ts'

interface StsCaller {
  secretId: string
  secretKey: string
  region: string
  stsEndpoint: string
}

const timeoutMs = 8000
const contentType = 'application/json; charset=utf-8'
const Answer = z.object({
  Response: z.object({
    Credentials: z.optional(z.object({ TmpSecretId: z.string(), TmpSecretKey: z.string(), Token: z.string() })),
    ExpiredTime: z.optional(z.int()),
    Error: z.optional(z.object({ Code: z.string(), Message: z.string() })),
  }),
})

/**
 * Requests a temporary credential with the rights of an access policy
 * (https://cloud.tencent.com/document/product/1312/48195). Throws `unavailable` if the service does not issue it.
 */
export async function getFederationToken(
  caller: StsCaller,
  policy: object,
  seconds: number,
): Promise<UploadCredential> {
  const now = Math.floor(Date.now() / 1000)
  // Tencent requires a percent-encoded policy, although the policy is sent in a request body.
  const body = JSON.stringify({
    Name: 'zhitu-upload',
    Policy: encodeURIComponent(JSON.stringify(policy)),
    DurationSeconds: seconds,
  })
  try {
    const { Response: response } = z.parse(Answer, await ask(caller, 'GetFederationToken', body, now))
    if (response.Credentials === undefined || response.ExpiredTime === undefined)
      throw new Error(`STS refused: ${response.Error?.Code} ${response.Error?.Message}`)
    const { TmpSecretId: tmpSecretId, TmpSecretKey: tmpSecretKey, Token: sessionToken } = response.Credentials
    const expiredTime = response.ExpiredTime
    // Start and end of the credential's validity both come from Tencent's clock, because the local clock may be wrong
    // and the answer takes time.
    return { credentials: { tmpSecretId, tmpSecretKey, sessionToken }, startTime: expiredTime - seconds, expiredTime }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('unavailable', '图片存储现在用不了，请稍后再试', null, { cause })
  }
}

async function ask({ stsEndpoint, region, ...secret }: StsCaller, action: string, body: string, time: number) {
  const { host } = new URL(stsEndpoint)
  const response = await fetch(`${stsEndpoint}/`, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'x-tc-action': action,
      'x-tc-version': '2018-08-13',
      'x-tc-region': region,
      'x-tc-timestamp': String(time),
      authorization: signTc3({ ...secret, service: 'sts', host, body, time }),
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
  return response.ok ? response.json() : fail('unavailable', '图片存储现在用不了，请稍后再试')
}

interface Tc3Request {
  secretId: string
  secretKey: string
  service: string
  host: string
  body: string
  time: number
}

/**
 * Returns the `TC3-HMAC-SHA256` signature of a request to Tencent's API 3.0
 * (https://cloud.tencent.com/document/api/1312/48200).
 */
export function signTc3({ secretId, secretKey, service, host, body, time }: Tc3Request): string {
  const day = new Date(time * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const headers = [`content-type:${contentType}`, `host:${host}`, '', 'content-type;host']
  const request = ['POST', '/', '', ...headers, sha256(body)]
  const toSign = ['TC3-HMAC-SHA256', time, scope, sha256(request.join('\n'))].join('\n')
  const key = [day, service, 'tc3_request'].reduce<string | Buffer>((key, part) => hmac(key, part), `TC3${secretKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest()
}
