import type { SmsCode, SmsRequest } from './sms-request.ts'
import { fail } from '#shared/api/failure.ts'
import { toAliyunRequest, checkAliyunAnswer } from './aliyun-sms.ts'
import type { SmsSettings } from './sms-settings.ts'
import { toTencentRequest, checkTencentAnswer } from './tencent-sms.ts'
import { createHmac } from 'node:crypto'

export interface SmsSender {
  /** Returns whether the site sends text messages to the country of this phone number. */
  reaches(phoneNumber: string): boolean
  /**
   * Sends a verification code as a text message. Resolves when the SMS provider has accepted the message; otherwise
   * throws `unavailable`.
   */
  sendCode(phoneNumber: string, code: string): Promise<void>
}

/**
 * A provider of text messages: how requests to it are made, and how its answers are checked. `check` returns the error
 * message, or undefined on success.
 */
interface Provider {
  toRequest(settings: SmsSettings, message: SmsCode): SmsRequest
  check(answer: unknown): string | undefined
}
const providers: Record<SmsSettings['provider'], Provider> = {
  tencent: { toRequest: toTencentRequest, check: checkTencentAnswer },
  aliyun: { toRequest: toAliyunRequest, check: checkAliyunAnswer },
  http: { toRequest: toHookRequest, check: () => undefined },
}

interface SmsLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}
interface SenderParts {
  settings: SmsSettings | null
  /** The telephone calling codes of the countries to which text messages are sent. */
  countries: string[]
  codesInLog: boolean
  log: SmsLog
}
const timeoutMs = 8000

/**
 * Creates the sender of text messages. If no SMS provider is configured, verification codes are written to the server
 * log, provided that the site writes its mails there too; otherwise the function returns null.
 */
export function createSmsSender({ settings, countries, codesInLog, log }: SenderParts): SmsSender | null {
  const reaches = (phoneNumber: string) => countries.some((country) => phoneNumber.startsWith(`+${country}`))
  if (settings === null) {
    if (!codesInLog) return null
    const sendCode = async (to: string, code: string) =>
      log.info({ to }, `没有设置 SMS_PROVIDER，短信写在这里：验证码是 ${code}，10 分钟内有效。`)
    return { reaches: () => true, sendCode }
  }
  return {
    reaches,
    async sendCode(phoneNumber, code) {
      const problem = await ask(settings, { phoneNumber, code }).catch((error: unknown) => String(error))
      if (problem === undefined) return
      const facts = { provider: settings.provider, to: mask(phoneNumber), problem: problem.replaceAll(code, '******') }
      log.error(facts, 'text message not sent')
      fail('unavailable', '短信没有发出去，请稍后再试，或改用邮箱')
    },
  }
}

async function ask(settings: SmsSettings, message: SmsCode): Promise<string | undefined> {
  const { toRequest, check } = providers[settings.provider]
  const { url, headers, body } = toRequest(settings, message)
  const signal = AbortSignal.timeout(timeoutMs)
  const init = { method: 'POST', headers, redirect: 'error', signal } as const
  const response = await fetch(url, body === undefined ? init : { ...init, body })
  const text = await response.text()
  if (!response.ok) return `HTTP ${response.status}: ${text.slice(0, 300)}`
  return check(readJson(text))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function mask(phoneNumber: string) {
  return `${phoneNumber.slice(0, -8)}****${phoneNumber.slice(-4)}`
}

/**
 * Returns a request that passes a verification code to a web service of the operator, which sends the text message. The
 * service verifies the sender by the signature, and the age of the request by the signed time.
 */
function toHookRequest({ endpoint, keySecret }: SmsSettings, { phoneNumber, code }: SmsCode): SmsRequest {
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
