import { createHmac } from 'node:crypto'
import type { SmsCode, SmsRequest } from './sms-request.ts'
import type { SmsSettings } from './sms-settings.ts'

/**
 * Returns a request that passes a verification code to a web service of the operator, which sends the text message. The
 * service verifies the sender by the signature, and the age of the request by the signed time.
 */
export function toHookRequest({ endpoint, keySecret }: SmsSettings, { phoneNumber, code }: SmsCode): SmsRequest {
  const body = JSON.stringify({ phoneNumber, code, minutes: 10 })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', keySecret).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-zhitu-timestamp': timestamp,
    'x-zhitu-signature': `sha256=${signature}`,
  }
  return { url: endpoint, headers, body }
}
