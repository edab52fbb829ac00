import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { z } from 'zod'
import { isTemplate } from '#server/map/provider/provider-address.ts'
import { toProviderSource } from '#server/map/provider/provider-source.ts'
import { cosVariables, missingCosVariable, toCosSettings } from '#server/storage/cos-settings.ts'
import { missingSmsVariables, smsVariables, toSmsSettings } from '#server/sms/sms-settings.ts'

const root = resolve(import.meta.dirname, '..')
const port = z.coerce
  .number({ error: '须为端口号' })
  .int()
  .min(0, '须为 0–65535 的端口号')
  .max(65_535, '须为 0–65535 的端口号')
const switchedOn = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: '须为 on 或 off' })
  .transform((value) => ['on', 'true', '1'].includes(value))
const url = (protocol: RegExp, error: string) => z.url({ protocol, error })
const integer = (min: number, max: number) =>
  z.coerce.number({ error: '须为整数' }).int('须为整数').min(min, `至少 ${min}`).max(max, `最多 ${max}`)
const line = (max: number) => z.string().trim().max(max, `最多 ${max} 个字`)

/** The three ways to name a map from outside. */
const providerVariables = ['MAP_TIANDITU_KEY', 'MAP_STYLE_URL', 'MAP_RASTER_URLS'] as const

/** Every environment variable the site knows, with what it is without one. `.env.example` explains them. */
const Environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: url(/^https?$/, '须为以 http:// 或 https:// 开头的网址')
      .refine(hasNoPath, '须为不带路径的网址')
      .optional(),
    TRUST_PROXY: switchedOn.default(false),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: url(/^postgres(ql)?$/, '须为以 postgres:// 开头的地址').optional(),
    DATABASE_POOL_SIZE: integer(2, 1000).default(20),
    DATABASE_WAIT_SECONDS: integer(0, 86_400).default(60),
    CATALOG: z.string().min(1).default('./catalog'),
    SMTP_URL: url(/^smtps?$/, '须为以 smtp:// 或 smtps:// 开头的地址').optional(),
    MAIL_FROM: z.email('须为邮箱').optional(),
    ...smsVariables,
    CODES_PER_HOUR: integer(20, 1_000_000).default(1000),
    SMS_CODES_PER_HOUR: integer(20, 1_000_000).default(200),
    ADMIN_EMAIL: z.email('须为邮箱').default('admin@zhitu.local'),
    SITE_NAME: line(20).min(1, '不能为空').default('知图'),
    SITE_TAGLINE: line(40).default('连接知识'),
    ICP_NUMBER: line(60).default(''),
    MAP_APPROVAL_NUMBER: line(60).default(''),
    MAP_BORDERS: z.enum(['none', 'defacto'], { error: '须为 none 或 defacto' }).default('none'),
    MAP_TIANDITU_KEY: z
      .string()
      .regex(/^[\da-z]{16,64}$/i, '须为天地图给的密钥，只有字母和数字')
      .optional(),
    MAP_STYLE_URL: url(/^https?$/, '须为以 http:// 或 https:// 开头的样式网址').optional(),
    MAP_RASTER_URLS: z
      .string()
      .transform((text) => text.trim().split(/[\s,]+(?=https?:)/))
      .refine((all) => all.every(isTemplate), '每一个都须为以 http:// 或 https:// 开头、带有 {z}、{x}、{y} 的网址')
      .optional(),
    MAP_PROVIDER_NAME: line(40).default(''),
    MAP_ATTRIBUTION: line(300).default(''),
    MAP_CRS: z.enum(['wgs84', 'gcj02'], { error: '须为 wgs84 或 gcj02' }).default('wgs84'),
    MAP_MAX_ZOOM: z.coerce
      .number({ error: '须为 1–22 的整数' })
      .int('须为 1–22 的整数')
      .min(1, '须为 1–22 的整数')
      .max(22, '须为 1–22 的整数')
      .default(18),
    ...cosVariables,
    HOLD_FIRST_COMMENT: switchedOn.default(false),
    FEATURE_VIDEO: switchedOn.default(false),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: '须为 info、warn、error、debug、trace、fatal 或 silent',
      })
      .default('info'),
  })
  .superRefine((env, context) => {
    const missing = missingCosVariable(env)
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'STORAGE=cos 时须设' })
    for (const name of missingSmsVariables(env))
      context.addIssue({ code: 'custom', path: [name], message: `SMS_PROVIDER=${env.SMS_PROVIDER} 需要它` })
    const [first, second] = providerVariables.filter((name) => env[name] !== undefined)
    if (second === undefined) return
    context.addIssue({ code: 'custom', path: [second], message: `已经设了 ${first}，外部地图只能有一个` })
  })

/** The site lives at the root of its host. What is no address at all is refused as that. */
function hasNoPath(address: string) {
  if (!URL.canParse(address)) return true
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' && search === '' && hash === ''
}

export type Config = ReturnType<typeof readConfig>

/** Reads the environment and the `.env` file beside it. Throws with a sentence for each wrong variable, by name. */
export function readConfig() {
  const file = resolve(root, '.env')
  if (existsSync(file)) loadEnvFile(file)
  // An empty variable, as compose files leave behind, is one that was not set.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `环境变量 ${path.join('.')} 不对：${message}。`).join('\n'),
    )
  }
  const env = parsed.data
  const mapProvider = toProviderSource(env)
  const { settings: cos, pictureBase } = toCosSettings(env)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return {
    port: env.PORT,
    host: env.HOST,
    trustProxy: env.TRUST_PROXY,
    dataDirectory: resolve(root, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    /** Null for a site that starts without books. */
    catalogDirectory: env.CATALOG === 'none' ? null : resolve(root, env.CATALOG),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `noreply@${new URL(publicUrl).hostname}`,
    sms: toSmsSettings(env),
    smsCountries: env.SMS_COUNTRIES,
    codesPerHour: { email: env.CODES_PER_HOUR, phone: env.SMS_CODES_PER_HOUR },
    adminEmail: env.ADMIN_EMAIL.toLowerCase(),
    logLevel: env.LOG_LEVEL,
    mapProvider,
    cos,
    isDevelopment: process.env['NODE_ENV'] === 'development',
    site: {
      name: env.SITE_NAME,
      tagline: env.SITE_TAGLINE,
      publicUrl,
      icpNumber: env.ICP_NUMBER,
      mapApprovalNumber: env.MAP_APPROVAL_NUMBER,
      map: { borders: env.MAP_BORDERS, provider: mapProvider?.facts ?? null },
      pictureBase,
      holdFirstComment: env.HOLD_FIRST_COMMENT,
      featureVideo: env.FEATURE_VIDEO,
      codesInLog: env.SMTP_URL === undefined,
    },
  }
}
