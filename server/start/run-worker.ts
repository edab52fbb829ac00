import { readConfig } from './config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { slowQueriesInLog } from '#server/platform/db/slow-query-log.ts'
import { loadBundle } from '#server/pages/rendering/bundle.ts'
import { openLog } from './open-site-log.ts'
import { ProcessEnd } from './process-end.ts'
import { serveSite } from './serve-site.ts'
import { connectionOfRequests } from './find-database.ts'
import { explainStartFailure } from './start-failure.ts'
import type { WorkerMessage, WorkerTask } from './worker-task.ts'

/**
 * A worker process: one of several that answer the requests of the site. Its supervisor has prepared the database and
 * holds the port; the worker ends when the supervisor tells it to, or at once when the supervisor is gone.
 */
const log = openLog()
const end = new ProcessEnd()
/** Makes `/readyz` answer 503 while all other requests are still answered; undefined before the worker is ready. */
let startDraining: (() => void) | undefined

// The worker ignores these signals, which terminals and service managers send to every process of the site, because the
// supervisor stops the workers one after another.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught error')
  void end.stop(1)
})
process.on('message', (message: WorkerMessage) => {
  if ('task' in message) return void start(message.task)
  if ('isDraining' in message) return startDraining?.()
  void end.stop(0)
})

async function start({ connection, builds, isReadOnly, runsJobs }: WorkerTask) {
  try {
    const config = readConfig()
    log.level = config.logLevel
    const onLost = (error: Error) => log.warn({ err: error }, 'database connections lost')
    const ofRequests = connectionOfRequests(connection, { ...config, isReadOnly })
    const db = openDatabase(ofRequests, onLost, {
      size: config.databasePoolSize,
      isReadOnly,
      slow: slowQueriesInLog(log, config.slowQueryMs),
    })
    end.onStop(() => db.destroy())
    const bundle = await loadBundle(builds)
    const onStop = (stop: () => Promise<unknown>) => end.onStop(stop)
    const draining = await serveSite(config, { db, connection, bundle, log, isReadOnly, runsJobs, onStop })
    startDraining = () => void (draining.isOn = true)
  } catch (error) {
    // After the worker has begun to stop, errors during startup are only consequences of the stop, so they are not
    // printed.
    if (!end.signal.aborted) console.error(explainStartFailure(error))
    await end.stop(1)
  }
}
