import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { announceSite } from './announce-site.ts'
import { type Config, readConfig } from './config.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { slowQueriesInLog } from '#server/platform/db/slow-query-log.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { connectionOfRequests, findDatabase } from './find-database.ts'
import { describeAdmin, fillDatabase } from './fill-database.ts'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { isIndexStale } from '#server/search/index/rebuild-index.ts'
import { rebuildSearchJob } from '#server/search/index/rebuild-search-job.ts'
import { refuseSampleData } from '#server/platform/setting/sample-data-mark.ts'
import { openLog } from './open-site-log.ts'
import { ProcessEnd } from './process-end.ts'
import { explainStartFailure } from './start-failure.ts'
import { WorkerSupervisor } from './worker-supervisor.ts'
import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

/**
 * Tells systemd the state of the site. Node cannot write to systemd's socket, which takes datagrams, so systemd's own
 * program `systemd-notify` does; the unit therefore needs `NotifyAccess=all`.
 */
class Systemd {
  readonly #watchdogMs: number
  readonly #log: Logger

  /** `watchdogMs` is the time within which systemd expects a report that the process works; 0 if it expects none. */
  constructor(watchdogMs: number, log: Logger) {
    this.#watchdogMs = watchdogMs
    this.#log = log
  }

  /**
   * Reports that the site accepts requests. Then reports twice within the time of the watchdog that the event loop of
   * this process runs, as systemd restarts a process that no longer reports.
   */
  reportReady() {
    this.#send('READY=1')
    if (this.#watchdogMs > 0) setInterval(() => this.#send('WATCHDOG=1'), this.#watchdogMs / 2).unref()
  }

  /** Reports that the site has begun to stop. */
  reportStopping() {
    this.#send('STOPPING=1')
  }

  #send(state: string) {
    const sender = spawn('systemd-notify', [state], { stdio: 'ignore' })
    sender.on('error', (error) => this.#log.warn({ err: error, state }, 'systemd could not be notified'))
    sender.unref()
  }
}

const log = openLog()
const say = (message: string) => console.log(message)
const end = new ProcessEnd()
/** Makes `/readyz` answer 503 while all other requests are still answered; undefined before the site is open. */
let startDraining: (() => void) | undefined
let drainSeconds = 0
/** Reports the state of the site to systemd; undefined if systemd does not wait for such reports. */
let systemd: Systemd | undefined
const onStop = (stop: () => Promise<unknown>) => end.onStop(stop)
const waiting = { say, signal: end.signal }
/** The number of database connections of a process that prepares the database and answers no requests. */
const supervisorConnections = 2

for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void drainAndStop())
process.on('SIGINT', () => void end.stop(0))
// An uncaught error may have left an inconsistent state, so the process exits and its service manager starts another.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught error')
  void end.stop(1)
})
try {
  await start(readConfig())
} catch (error) {
  await giveUp(error)
}

async function start(config: Config) {
  log.level = config.logLevel
  drainSeconds = config.drainSeconds
  if (config.watchdogMs !== null) systemd = new Systemd(config.watchdogMs, log)
  const buildOptions = { writable: join(config.dataDirectory, 'dist'), signal: end.signal }
  const builds = config.isDevelopment ? [] : await buildBundle(say, buildOptions)
  const connection = await findDatabase(config, {
    ...waiting,
    onStop,
    onExit: (error) => (console.error(error.message), void end.stop(1)),
  })
  const { isReadOnly, admin } = await fillDatabase(connection, config, waiting)
  // The password is printed before anything else can fail, because the next start does not know it.
  if (admin) say(describeAdmin(admin))
  end.signal.throwIfAborted()
  const onLost = (error: Error) => log.warn({ err: error }, 'database connections lost')
  const size = config.workers === 1 ? config.databasePoolSize : supervisorConnections
  const ofRequests = connectionOfRequests(connection, { ...config, isReadOnly })
  const db = openDatabase(ofRequests, onLost, { size, isReadOnly, slow: slowQueriesInLog(log, config.slowQueryMs) })
  end.onStop(() => db.destroy())
  if (!config.isDevelopment) await refuseSampleData(db)
  // If the search index has an outdated format, one server process rebuilds it in a background job; until the job is
  // done, searches use the old index.
  if (!isReadOnly && (await isIndexStale(db))) await enqueue(db, rebuildSearchJob, {}, { key: 'rebuild' })
  if (config.workers === 1) await serveHere(config, { db, connection, isReadOnly, builds })
  else await serveInWorkers(config, { connection, isReadOnly, builds })
  systemd?.reportReady()
  await announceSite(config, { db, log, say, isReadOnly })
}

interface Prepared {
  connection: Connection
  /** Whether the site refuses all writes. */
  isReadOnly: boolean
  /** The folders of the builds of the web pages; empty in development. */
  builds: string[]
}

/** Answers the requests of the site in this process. */
async function serveHere(config: Config, { builds, ...prepared }: Prepared & { db: Db }) {
  // The modules that answer requests are loaded here and not in a process that only supervises workers, because they
  // take much memory.
  const [{ serveSite }, { loadBundle }] = await Promise.all([
    import('./serve-site.ts'),
    import('#server/pages/rendering/bundle.ts'),
  ])
  const bundle = config.isDevelopment ? await openSources() : await loadBundle(builds)
  const draining = await serveSite(config, { ...prepared, bundle, log, runsJobs: true, onStop })
  startDraining = () => void (draining.isOn = true)
}

/** Answers the requests of the site in several worker processes, which this process replaces when they die. */
async function serveInWorkers(config: Config, task: Prepared) {
  const { workers: count } = config
  const supervisor = new WorkerSupervisor({ count, task, log, onHopeless: (error) => void giveUp(error) })
  end.onStop(() => supervisor.stop())
  await supervisor.start()
  startDraining = () => supervisor.startDraining()
}

/**
 * Stops the site after `DRAIN_SECONDS`, within which proxies can notice that this node is about to stop. The node
 * answers all requests meanwhile. A second signal ends the wait.
 */
async function drainAndStop() {
  const isFirst = startDraining !== undefined
  if (isFirst) systemd?.reportStopping()
  startDraining?.()
  startDraining = undefined
  if (isFirst && drainSeconds > 0) {
    log.info({ seconds: drainSeconds }, 'draining')
    await sleep(drainSeconds * 1000)
  }
  await end.stop(0)
}

/**
 * Serves the pages from their source files in development. The bundler is loaded only then, because it takes much
 * memory.
 */
async function openSources() {
  const { openDevBundle } = await import('#server/pages/rendering/dev-bundle.ts')
  return openDevBundle()
}

async function giveUp(error: unknown) {
  // After the site has begun to stop, errors during startup are only consequences of the stop, so they are not printed.
  if (!end.signal.aborted) console.error(explainStartFailure(error))
  await end.stop(1)
}
