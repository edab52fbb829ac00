import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { codeLimitsFor } from '#server/account/throttle/code-budget.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { findDatabase } from './find-database.ts'
import { fillDatabase } from './fill-database.ts'
import { buildBundle } from '#server/page/build-bundle.ts'
import { loadBundle } from '#server/page/bundle.ts'
import { createSendMail } from '#server/mail/send-mail.ts'
import { enqueue } from '#server/jobs/enqueue-job.ts'
import { isIndexStale } from '#server/search/index/rebuild-index.ts'
import { rebuildSearchJob } from '#server/search/index/search-jobs.ts'
import { adoptHint, findCopyReason, type OwnSiteParts } from '#server/site/own-site.ts'
import { refuseSampleData } from '#server/setting/sample-data-mark.ts'
import { findPlace } from '#server/site/site-identity.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { createSmsSender } from '#server/sms/sms-sender.ts'
import { explainStartFailure } from './start-failure.ts'

const log = pino()
const say = (message: string) => console.log(message)
/** The functions that stop the parts of the site that have started, called in reverse order. */
const stops: (() => Promise<unknown>)[] = []
let stopped: Promise<void> | undefined
const stopping = new AbortController()
const waiting = { say, signal: stopping.signal }
/** Milliseconds after the beginning of a shutdown after which the process exits even if the shutdown hangs. */
const stopLimitMs = 30_000

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// An uncaught error may have left an inconsistent state, so the process exits and its service manager starts another.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught error')
  void stop(1)
})
try {
  await start(readConfig())
} catch (error) {
  // After the site has begun to stop, errors during startup are only consequences of the stop.
  if (!stopping.signal.aborted) console.error(explainStartFailure(error))
  await stop(1)
}

async function start(config: Config) {
  log.level = config.logLevel
  const buildOptions = { writable: join(config.dataDirectory, 'dist'), signal: stopping.signal }
  const bundle = config.isDevelopment ? await openSources() : await loadBundle(await buildBundle(say, buildOptions))
  const connection = await findDatabase(config, {
    ...waiting,
    onStop: (stop) => stops.push(stop),
    onExit: (error) => (console.error(error.message), void stop(1)),
  })
  const admin = await fillDatabase(connection, config, waiting)
  stopping.signal.throwIfAborted()
  const onLost = (error: Error) => log.warn({ err: error }, 'database connections lost')
  const db = openDatabase(connection, onLost, { size: config.databasePoolSize })
  stops.push(() => db.destroy())
  if (!config.isDevelopment) await refuseSampleData(db)
  // If the search index has an outdated format, one server process rebuilds it in a background job; until the job is
  // done, searches use the old index.
  if (await isIndexStale(db)) await enqueue(db, rebuildSearchJob, {}, { key: 'rebuild' })
  const sendMail = createSendMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, log })
  const storage = openStorage(db, config)
  const { sms: settings, smsCountries: countries, site } = config
  const sms = createSmsSender({ settings, countries, codesInLog: site.codesInLog, log })
  const cluster = config.databaseUrl === undefined ? join(config.dataDirectory, 'postgres') : undefined
  const place = await findPlace(site.publicUrl, cluster)
  const app = await createApp({
    db,
    connection,
    bundle,
    sendMail,
    storage,
    sms,
    codeLimits: codeLimitsFor(config.codesPerHour),
    log,
    site,
    trustProxy: config.trustProxy,
    mapProvider: config.mapProvider,
    place,
    runsJobs: true,
  })
  stops.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  await reportCopy({ db, storage, place })
  say(`${config.site.name}已经开张：${config.site.publicUrl}`)
  if (admin) say(`管理员账号（只显示这一次，请记下）：${admin.email}　密码：${admin.password}`)
}

/**
 * If this site is a copy of another site, tells the operator which work it does not do. The first start of a site marks
 * its database and file storage as its own.
 */
async function reportCopy(parts: OwnSiteParts) {
  try {
    const why = await findCopyReason(parts)
    if (why !== undefined) say(`注意：${why}。${adoptHint}。`)
  } catch (error) {
    log.warn({ err: error }, 'the mark of the site was not read')
  }
}

/**
 * Serves the pages from their source files in development. The bundler is loaded only then, because it takes much
 * memory.
 */
async function openSources() {
  const { openDevBundle } = await import('#server/page/dev-bundle.ts')
  return openDevBundle()
}

/** Stops the site: running requests are finished, then the database is closed. */
function stop(code: number): Promise<void> {
  process.exitCode ||= stopping.signal.aborted ? 0 : code
  stopping.abort()
  stopped ??= (async () => {
    setTimeout(() => process.exit(), stopLimitMs).unref()
    for (const one of stops.toReversed()) await one().catch((error: unknown) => console.error(error))
    process.exit()
  })()
  return stopped
}
