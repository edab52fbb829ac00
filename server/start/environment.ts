import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { deriveColors } from '#shared/site-colors.ts'
import { isTemplate } from '#server/map/provider/provider-address.ts'
import { missingSmsVariables, smsVariables } from '#server/platform/sms/sms-settings.ts'
import { findMissingVariable, storageVariables } from '#server/platform/storage/storage-settings.ts'

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
/** The largest number of worker processes, with a database of the operator's own and with the embedded one. */
const maxWorkers = 64
const maxWorkersOnEmbedded = 8
const workers = z
  .string()
  .trim()
  .refine((value) => value === 'auto' || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= maxWorkers), {
    error: `须为 auto 或 1–${maxWorkers} 的整数`,
  })
  .transform((value) => (value === 'auto' ? value : Number(value)))
const line = (max: number) => z.string().trim().max(max, `最多 ${max} 个字`)

/** The environment variables that each configure an external map; only one of them may be set. */
const providerVariables = ['MAP_TIANDITU_KEY', 'MAP_STYLE_URL', 'MAP_RASTER_URLS'] as const

/** Every environment variable of the site with its default. `.env.example` explains them to operators. */
export const Environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    WORKERS: workers.default(1),
    PUBLIC_URL: url(/^https?$/, '须为以 http:// 或 https:// 开头的网址')
      .refine(hasNoPath, '须为不带路径的网址')
      .optional(),
    TRUST_PROXY: switchedOn.default(false),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: url(/^postgres(ql)?$/, '须为以 postgres:// 开头的地址').optional(),
    DATABASE_DIRECT_URL: url(/^postgres(ql)?$/, '须为以 postgres:// 开头的地址').optional(),
    DATABASE_READ_URL: z
      .string()
      .transform((text) => text.trim().split(/[\s,]+(?=postgres)/))
      .refine((all) => all.every(isDatabaseAddress), '每一个都须为以 postgres:// 开头的地址')
      .optional(),
    DATABASE_POOL_SIZE: integer(2, 1000).default(20),
    DATABASE_WAIT_SECONDS: integer(0, 86_400).default(60),
    SLOW_QUERY_MS: integer(0, 60_000).default(1000),
    DRAIN_SECONDS: integer(0, 600).default(0),
    METRICS_TOKEN: z
      .string()
      // Prometheus sends the token in a header, which carries no other characters.
      .regex(/^[\x21-\x7e]{16,}$/, '至少 16 个字，只能用英文字母、数字和符号，不能有空格')
      .optional(),
    BACKUP_TO: z.string().min(1).optional(),
    BACKUP_KEEP: z
      .string()
      .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, '须为三个数，如 7,4,12：保留多少天、多少周、多少月的备份')
      .default('7,4,12'),
    BACKUP_PASSPHRASE: z.string().min(12, '至少 12 个字').optional(),
    MAINTENANCE: switchedOn.default(false),
    CATALOG: z.string().min(1).default('./catalog'),
    SMTP_URL: url(/^smtps?$/, '须为以 smtp:// 或 smtps:// 开头的地址').optional(),
    MAIL_FROM: z.string().refine(isSender, '须为邮箱，前面可以有名字，如 知图 <noreply@example.com>').optional(),
    SMTP_CERTIFICATE: z.string().min(1).optional(),
    ...smsVariables,
    CODES_PER_HOUR: integer(20, 1_000_000).default(1000),
    SMS_CODES_PER_HOUR: integer(20, 1_000_000).default(200),
    ADMIN_EMAIL: z.email('须为邮箱').default('admin@zhitu.local'),
    CONTACT_EMAIL: z.email('须为邮箱').optional(),
    INFO_PAGES: z.string().min(1).optional(),
    SITE_NAME: line(20).min(1, '不能为空').default('知图'),
    SITE_TAGLINE: line(40).default('连接知识'),
    SITE_COLOR: z
      .string()
      .regex(/^#[\da-f]{6}$/i, '须为 #1a6fb5 这样的颜色')
      .refine(
        (color) => deriveColors(color) !== undefined,
        '上面深色和浅色的字都看不清（对比度不到 4.5），请换深一些或浅一些的颜色',
      )
      .optional(),
    SITE_LOGO: z.string().min(1).optional(),
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
    ...storageVariables,
    HOLD_FIRST_COMMENT: switchedOn.default(false),
    FEATURE_VIDEO: switchedOn.default(false),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: '须为 info、warn、error、debug、trace、fatal 或 silent',
      })
      .default('info'),
  })
  .superRefine((env, context) => {
    const missing = findMissingVariable(env)
    if (missing) context.addIssue({ code: 'custom', path: [missing.name], message: missing.message })
    for (const name of missingSmsVariables(env))
      context.addIssue({ code: 'custom', path: [name], message: `SMS_PROVIDER=${env.SMS_PROVIDER} 需要它` })
    if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: '设了 DATABASE_DIRECT_URL 时也须设，指向连接池',
      })
    if (env.DATABASE_READ_URL?.every(isDatabaseAddress) && env.DATABASE_URL === undefined)
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_READ_URL'],
        message: '内置数据库没有备机，须先设 DATABASE_URL',
      })
    // If the value of `WORKERS` is invalid, it is still the original text here and not a number. Its own check has
    // reported it.
    const { WORKERS: count } = env
    if (env.DATABASE_URL === undefined && typeof count === 'number' && count > maxWorkersOnEmbedded) {
      const message = `内置数据库最多供 ${maxWorkersOnEmbedded} 个进程，更多须设 DATABASE_URL`
      context.addIssue({ code: 'custom', path: ['WORKERS'], message })
    }
    const [first, second] = providerVariables.filter((name) => env[name] !== undefined)
    if (second === undefined) return
    context.addIssue({ code: 'custom', path: [second], message: `已经设了 ${first}，外部地图只能有一个` })
  })

/**
 * Returns whether a URL has nothing (no path, query or fragment) after its host name. Text that is not a URL passes
 * too, because another check refuses it.
 */
function hasNoPath(address: string) {
  if (!URL.canParse(address)) return true
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' && search === '' && hash === ''
}

function isDatabaseAddress(address: string) {
  return URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol)
}

/**
 * Returns the number of worker processes; `auto` means one per processor core, as far as the database has connections.
 */
export function countWorkers({ WORKERS, DATABASE_URL }: z.infer<typeof Environment>): number {
  if (WORKERS !== 'auto') return WORKERS
  return Math.min(availableParallelism(), DATABASE_URL === undefined ? maxWorkersOnEmbedded : maxWorkers)
}

/** Returns whether a text is an email address, or a name with an email address in angle brackets. */
function isSender(text: string): boolean {
  const [, address = text] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text.trim()) ?? []
  return z.email().safeParse(address.trim()).success
}
