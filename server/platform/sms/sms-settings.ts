import { z } from 'zod'

const word = z.string().trim().min(1, '不能为空').max(200, '最多 200 个字')

/** The environment variables with which the operator configures the sending of text messages (SMS). */
export const smsVariables = {
  SMS_PROVIDER: z.enum(['tencent', 'aliyun', 'http'], { error: '须为 tencent、aliyun 或 http' }).optional(),
  SMS_KEY_ID: word.optional(),
  SMS_KEY_SECRET: word.optional(),
  SMS_SIGN_NAME: word.optional(),
  SMS_TEMPLATE: word.optional(),
  SMS_TEMPLATE_PARAMS: z
    .enum(['code', 'code,minutes'], { error: '须为 code 或 code,minutes' })
    .default('code')
    .transform((names) => names.split(',') as SmsParam[]),
  SMS_APP_ID: word.optional(),
  SMS_REGION: word.default('ap-guangzhou'),
  SMS_ENDPOINT: z.url({ protocol: /^https?$/, error: '须为以 http:// 或 https:// 开头的网址' }).optional(),
  SMS_HTTP_URL: z.url({ protocol: /^https?$/, error: '须为以 http:// 或 https:// 开头的网址' }).optional(),
  SMS_COUNTRIES: z
    .string()
    .regex(/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/, '须为国家代码，以逗号隔开，如 86,852')
    .default('86')
    .transform((codes) => codes.split(',')),
}
/**
 * The values that the site can insert into a text message template: the verification code, and the minutes for which it
 * is valid.
 */
type SmsParam = 'code' | 'minutes'
type SmsEnvironment = z.output<z.ZodObject<typeof smsVariables>>

const needed = {
  tencent: ['SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE', 'SMS_APP_ID'],
  aliyun: ['SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE'],
  http: ['SMS_KEY_SECRET', 'SMS_HTTP_URL'],
} as const

/** Returns the names of required environment variables of the chosen SMS provider that are not set. */
export function missingSmsVariables(env: SmsEnvironment): string[] {
  return env.SMS_PROVIDER === undefined ? [] : needed[env.SMS_PROVIDER].filter((name) => env[name] === undefined)
}

export interface SmsSettings {
  provider: keyof typeof needed
  /** The URL to which requests to the SMS provider are sent. */
  endpoint: string
  keyId: string
  keySecret: string
  signName: string
  template: string
  params: SmsParam[]
  appId: string
  region: string
}

const endpoints = { tencent: 'https://sms.tencentcloudapi.com', aliyun: 'https://dysmsapi.aliyuncs.com', http: '' }

export function toSmsSettings(env: SmsEnvironment): SmsSettings | null {
  const { SMS_PROVIDER: provider } = env
  if (provider === undefined) return null
  const endpoint = provider === 'http' ? env.SMS_HTTP_URL : env.SMS_ENDPOINT
  return {
    provider,
    endpoint: endpoint ?? endpoints[provider],
    keyId: env.SMS_KEY_ID ?? '',
    keySecret: env.SMS_KEY_SECRET ?? '',
    signName: env.SMS_SIGN_NAME ?? '',
    template: env.SMS_TEMPLATE ?? '',
    params: env.SMS_TEMPLATE_PARAMS,
    appId: env.SMS_APP_ID ?? '',
    region: env.SMS_REGION,
  }
}
