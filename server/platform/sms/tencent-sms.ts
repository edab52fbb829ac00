import { createHash, createHmac } from 'node:crypto'
import type { SmsCode, SmsRequest } from './sms-request.ts'
import type { SmsSettings } from './sms-settings.ts'

/**
 * Returns a request to the call `SendSms` (version 2021-01-11) of Tencent's text message service, signed with
 * TC3-HMAC-SHA256: https://cloud.tencent.com/document/product/382/55981
 */
export function toTencentRequest(settings: SmsSettings, { phoneNumber, code }: SmsCode): SmsRequest {
  const { endpoint, keyId, keySecret, signName, template, appId, region, params } = settings
  const values = { code, minutes: '10' }
  const body = JSON.stringify({
    PhoneNumberSet: [phoneNumber],
    SmsSdkAppId: appId,
    SignName: signName,
    TemplateId: template,
    TemplateParamSet: params.map((name) => values[name]),
  })
  const request = { service: 'sms', action: 'SendSms', host: new URL(endpoint).host, body }
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    url: endpoint,
    headers: {
      authorization: signTencent({ ...request, keyId, keySecret, timestamp }),
      'content-type': contentType,
      'x-tc-action': request.action,
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': String(timestamp),
      'x-tc-region': region,
    },
    body,
  }
}

const contentType = 'application/json; charset=utf-8'

interface TencentRequest {
  service: string
  action: string
  host: string
  body: string
  keyId: string
  keySecret: string
  /** The time of the request to Tencent's API, in seconds since 1970. */
  timestamp: number
}

/** Returns the `Authorization` header of a POST request to the path `/` of Tencent's API. */
export function signTencent({ service, action, host, body, keyId, keySecret, timestamp }: TencentRequest): string {
  const signedHeaders = 'content-type;host;x-tc-action'
  const headers = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, signedHeaders, hash(body)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, hash(canonical)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${keySecret}`)
  const signature = hmac(key, toSign).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

interface TencentAnswer {
  Response?: { Error?: { Code: string; Message: string }; SendStatusSet?: { Code: string; Message: string }[] }
}

export function checkTencentAnswer(answer: unknown): string | undefined {
  const { Error: refusal, SendStatusSet: [status] = [] } = (answer as TencentAnswer | null)?.Response ?? {}
  if (refusal !== undefined) return `${refusal.Code}: ${refusal.Message}`
  if (status === undefined) return 'no answer of the kind documented'
  return status.Code === 'Ok' ? undefined : `${status.Code}: ${status.Message}`
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
