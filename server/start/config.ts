import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { z } from 'zod'
import type { Site } from '#shared/api/site.ts'
import { deriveColors } from '#shared/site-colors.ts'
import { toProviderSource } from '#server/map/provider/provider-source.ts'
import { findPictureBase, toStorageSettings } from '#server/platform/storage/storage-settings.ts'
import { toSmsSettings } from '#server/platform/sms/sms-settings.ts'
import { readLogo, type SiteLogo } from '#server/http/site/site-logo.ts'
import { toRetention } from '#server/operations/backup/backup-retention.ts'
import { countWorkers, Environment } from './environment.ts'

/** Reads a file with the certificate that the mail server has, or with that of the authority that issued it. */
function readCertificate(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`环境变量 SMTP_CERTIFICATE 不对：${file} 里没有 PEM 格式的证书。`)
  return text
}

const root = resolve(import.meta.dirname, '../..')
export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings of the site from environment variables and the `.env` file in the project folder. Throws an error
 * with a sentence for each wrong variable.
 */
export function readConfig() {
  const file = resolve(root, '.env')
  if (existsSync(file)) loadEnvFile(file)
  // Docker Compose files pass unset variables as empty ones, so an empty variable counts as unset. A variable that
  // consists of spaces would otherwise be read as the number 0.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim() !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `环境变量 ${path.join('.')} 不对：${message}。`).join('\n'),
    )
  }
  const env = parsed.data
  const mapProvider = toProviderSource(env)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const isDevelopment = process.env['NODE_ENV'] === 'development'
  const logo = env.SITE_LOGO === undefined ? null : readLogo(resolve(root, env.SITE_LOGO))
  // Development uses a single process, which is restarted after each change of a source file.
  const workers = isDevelopment ? 1 : countWorkers(env)
  return {
    port: env.PORT,
    host: env.HOST,
    workers,
    trustProxy: env.TRUST_PROXY,
    dataDirectory: resolve(root, env.DATA_DIR),
    ...toDatabaseConfig(env, workers),
    /** The folder of the catalogue files; null for a site that starts without books. */
    catalogDirectory: env.CATALOG === 'none' ? null : resolve(root, env.CATALOG),
    /** The folder of the operator's own information pages; null for those that the project ships. */
    infoFolder: env.INFO_PAGES === undefined ? null : resolve(root, env.INFO_PAGES),
    contactEmail: env.CONTACT_EMAIL ?? null,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `noreply@${new URL(publicUrl).hostname}`,
    smtpCertificate: env.SMTP_CERTIFICATE === undefined ? null : readCertificate(resolve(root, env.SMTP_CERTIFICATE)),
    sms: toSmsSettings(env),
    smsCountries: env.SMS_COUNTRIES,
    codesPerHour: { email: env.CODES_PER_HOUR, phone: env.SMS_CODES_PER_HOUR },
    adminEmail: env.ADMIN_EMAIL.toLowerCase(),
    logLevel: env.LOG_LEVEL,
    mapProvider,
    storage: toStorageSettings(env),
    isDevelopment,
    metricsToken: env.METRICS_TOKEN,
    /** Seconds for which a stopping process still answers after `/readyz` has begun to answer 503. */
    drainSeconds: env.DRAIN_SECONDS,
    watchdogMs: readWatchdog(),
    backup: toBackupConfig(env),
    logo,
    site: toSiteConfig(env, {
      publicUrl,
      pictureBase: findPictureBase(env),
      map: { borders: env.MAP_BORDERS, provider: mapProvider?.facts ?? null },
      logo,
    }),
  }
}

/**
 * Returns the time in ms within which systemd expects a report that the process works, 0 if it expects only a report
 * that the site is ready, and null if nothing waits for the state of the site.
 */
function readWatchdog(): number | null {
  if (!process.env['NOTIFY_SOCKET']) return null
  return Number(process.env['WATCHDOG_USEC'] ?? 0) / 1000
}

/** Returns the settings that every page of the site needs. */
function toSiteConfig(
  env: z.infer<typeof Environment>,
  { logo, ...given }: Pick<Site, 'publicUrl' | 'pictureBase' | 'map'> & { logo: SiteLogo | null },
): Site {
  return {
    ...given,
    name: env.SITE_NAME,
    tagline: env.SITE_TAGLINE,
    colors: (env.SITE_COLOR && deriveColors(env.SITE_COLOR)) || null,
    logo: logo?.address ?? null,
    icpNumber: env.ICP_NUMBER,
    mapApprovalNumber: env.MAP_APPROVAL_NUMBER,
    holdFirstComment: env.HOLD_FIRST_COMMENT,
    featureVideo: env.FEATURE_VIDEO,
    codesInLog: env.SMTP_URL === undefined,
    isReadOnly: env.MAINTENANCE,
  }
}

function toDatabaseConfig(env: z.infer<typeof Environment>, workers: number) {
  return {
    /** The URL of PostgreSQL itself, or of a pooler in session mode; undefined for the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    /** The URL of a pooler in transaction mode, which requests use; undefined if there is none. */
    poolerUrl: env.DATABASE_DIRECT_URL === undefined ? undefined : env.DATABASE_URL,
    /** The URLs of the replicas of the database that answer public reads. */
    replicaUrls: env.DATABASE_READ_URL ?? [],
    /** The number of database connections of each process that answers requests. */
    databasePoolSize: Math.max(2, Math.ceil(env.DATABASE_POOL_SIZE / workers)),
    /** SQL statements that take longer than this number of milliseconds are logged; 0 logs none. */
    slowQueryMs: env.SLOW_QUERY_MS,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
  }
}

function toBackupConfig(env: z.infer<typeof Environment>) {
  return {
    to: env.BACKUP_TO,
    retention: toRetention(env.BACKUP_KEEP),
    passphrase: env.BACKUP_PASSPHRASE,
    scratchDirectory: resolve(root, env.DATA_DIR),
  }
}
