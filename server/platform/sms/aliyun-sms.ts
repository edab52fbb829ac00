import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { SmsCode, SmsRequest } from './sms-request.ts'
import type { SmsSettings } from './sms-settings.ts'

/**
 * Returns a request to the call `SendSms` (version 2017-05-25) of Aliyun's text message service, signed with
 * ACS3-HMAC-SHA256: https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
 */
export function toAliyunRequest(settings: SmsSettings, { phoneNumber, code }: SmsCode): SmsRequest {
  const { endpoint, keyId, keySecret, signName, template, params } = settings
  const values = { code, minutes: '10' }
  const query = canonicalQuery({
    // Aliyun expects phone numbers of the Chinese mainland without the calling code, and all others with it but without
    // the plus sign.
    PhoneNumbers: phoneNumber.replace(/^\+(86)?/, ''),
    SignName: signName,
    TemplateCode: template,
    TemplateParam: JSON.stringify(Object.fromEntries(params.map((name) => [name, values[name]]))),
  })
  const headers = {
    host: new URL(endpoint).host,
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': hash(''),
    'x-acs-date': new Date().toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': '2017-05-25',
  }
  const { host, ...sent } = headers
  const authorization = signAliyun({ query, headers, keyId, keySecret })
  return { url: `${endpoint.replace(/\/+$/, '')}/?${query}`, headers: { ...sent, authorization } }
}

interface AliyunRequest {
  query: string
  headers: Record<string, string> & { 'x-acs-content-sha256': string }
  keyId: string
  keySecret: string
}

/**
 * Returns the `Authorization` header of a POST request to the path `/` of Aliyun's API. The signature covers all given
 * headers.
 */
export function signAliyun({ query, headers, keyId, keySecret }: AliyunRequest): string {
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('')
  const signedHeaders = names.join(';')
  const canonical = ['POST', '/', query, lines, signedHeaders, headers['x-acs-content-sha256']].join('\n')
  const toSign = `ACS3-HMAC-SHA256\n${hash(canonical)}`
  const signature = createHmac('sha256', keySecret).update(toSign).digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${signedHeaders},Signature=${signature}`
}

/**
 * Returns the query string of a request to Aliyun in the form that the signature requires: parameters sorted by name
 * and percent-encoded by RFC 3986.
 */
function canonicalQuery(parameters: Record<string, string>): string {
  const escape = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const names = Object.keys(parameters).sort()
  return names.map((name) => `${escape(name)}=${escape(parameters[name] ?? '')}`).join('&')
}

export function checkAliyunAnswer(answer: unknown): string | undefined {
  const { Code, Message } = (answer ?? {}) as { Code?: string; Message?: string }
  if (Code === undefined) return 'no answer of the kind documented'
  return Code === 'OK' ? undefined : `${Code}: ${Message}`
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
