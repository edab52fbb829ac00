import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { z } from 'zod'

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
const line = (max: number) => z.string().trim().max(max, `最多 ${max} 个字`)

/** Every environment variable the site knows, with what it is without one. `.env.example` explains them. */
const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url(/^https?$/, '须为以 http:// 或 https:// 开头的网址')
    .refine(hasNoPath, '须为不带路径的网址')
    .optional(),
  TRUST_PROXY: switchedOn.default(false),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, '须为以 postgres:// 开头的地址').optional(),
  SMTP_URL: url(/^smtps?$/, '须为以 smtp:// 或 smtps:// 开头的地址').optional(),
  MAIL_FROM: z.email('须为邮箱').optional(),
  ADMIN_EMAIL: z.email('须为邮箱').default('admin@zhitu.local'),
  SITE_NAME: line(20).min(1, '不能为空').default('知图'),
  SITE_TAGLINE: line(40).default('连接知识'),
  ICP_NUMBER: line(60).default(''),
  MAP_APPROVAL_NUMBER: line(60).default(''),
  MAP_BORDERS: z.enum(['none', 'defacto'], { error: '须为 none 或 defacto' }).default('none'),
  FEATURE_VIDEO: switchedOn.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: '须为 info、warn、error、debug、trace、fatal 或 silent',
    })
    .default('info'),
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
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return {
    port: env.PORT,
    host: env.HOST,
    trustProxy: env.TRUST_PROXY,
    dataDirectory: resolve(root, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `noreply@${new URL(publicUrl).hostname}`,
    adminEmail: env.ADMIN_EMAIL.toLowerCase(),
    logLevel: env.LOG_LEVEL,
    isDevelopment: process.env['NODE_ENV'] === 'development',
    site: {
      name: env.SITE_NAME,
      tagline: env.SITE_TAGLINE,
      publicUrl,
      icpNumber: env.ICP_NUMBER,
      mapApprovalNumber: env.MAP_APPROVAL_NUMBER,
      map: { borders: env.MAP_BORDERS, provider: null },
      featureVideo: env.FEATURE_VIDEO,
      codesInLog: env.SMTP_URL === undefined,
    },
  }
}
