import type { Logger } from 'pino'
import { codeLimitsFor } from '#server/account/throttle/code-budget.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createSendMail } from '#server/platform/mail/send-mail.ts'
import type { Bundle } from '#server/pages/rendering/bundle.ts'
import { openReplicas } from './open-replicas.ts'
import { createSmsSender } from '#server/platform/sms/sms-sender.ts'
import { mailLogo } from '#server/http/site/draw-icon.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openBackupTarget } from '#server/operations/backup/open-backup-target.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { readInfoPages } from '#server/http/site/info-pages.ts'
import { findInstallation } from './find-database.ts'

interface Serving {
  db: Db
  connection: Connection
  bundle: Bundle
  log: Logger
  /** Whether the site refuses all writes; such a process runs no jobs. */
  isReadOnly: boolean
  runsJobs: boolean
  /** Registers a function that the process calls before it ends. */
  onStop(stop: () => Promise<unknown>): void
}

/**
 * Answers the requests of the site in this process, on a database that is up to date. Resolves when the process accepts
 * connections; `onStop` then has received a function that finishes the running requests. Returns the object by which
 * the caller announces that the process is about to stop.
 */
export async function serveSite(config: Config, serving: Serving) {
  const { db, connection, bundle, log, isReadOnly, onStop } = serving
  const { sms: settings, smsCountries: countries } = config
  const site = { ...config.site, isReadOnly }
  const storage = openStorage(db, config)
  const installation = await findInstallation(config)
  const replicas = await openReplicas(db, config, { log, onStop })
  const app = await createApp({
    db,
    replicas,
    connection,
    bundle,
    sendMail: createSendMail({ ...config, from: config.mailFrom, logo: mailLogo(config.logo), log }),
    storage,
    sms: createSmsSender({ settings, countries, codesInLog: site.codesInLog, log }),
    codeLimits: codeLimitsFor(config.codesPerHour),
    log,
    site,
    trustProxy: config.trustProxy,
    mapProvider: config.mapProvider,
    installation,
    backup: toBackupSettings(config),
    logo: config.logo,
    infoPages: readInfoPages({ folder: config.infoFolder, site, contactEmail: config.contactEmail }),
    metrics:
      config.metricsToken === undefined ? null : { token: config.metricsToken, dataDirectory: config.dataDirectory },
    workers: config.workers,
    runsJobs: serving.runsJobs && !isReadOnly,
  })
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === 'getaddrinfo') throw new Error(`找不到地址 ${config.host}，请检查 HOST。`, { cause: error })
    throw error
  })
  return app.draining
}

function toBackupSettings({ backup: { to, ...settings }, storage }: Config) {
  if (to === undefined) return null
  const { scratchDirectory } = settings
  return { ...settings, target: openBackupTarget(to, { storage, scratchDirectory }) }
}
