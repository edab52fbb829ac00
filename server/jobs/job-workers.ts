import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Connection } from '#server/db/open-database.ts'
import type { Db } from '#server/db/schema.ts'
import type { JobHandler } from './define-job.ts'
import { enqueue } from './enqueue-job.ts'
import { startHeartbeat } from './sign-of-life.ts'
import { JobReleased, type JobLog, runAttempt } from './job-attempt.ts'

/** Milliseconds; tests of the takeover shorten them. */
export interface JobTiming {
  /** Between two signs of life, which are also looks for processes that gave none. */
  beat: number
  /** A process that was silent for so long has lost its jobs. */
  silence: number
  /** Between looks for jobs that became due; new ones are announced. */
  poll: number
  /** A job has so long to finish after its process was told to stop. */
  finish: number
}

const usualTiming: JobTiming = { beat: 5000, silence: 20_000, poll: 10_000, finish: 10_000 }
const jobsAtOnce = 3
/** The task by which the library's schedule enqueues a job of ours. */
const scheduleTask = 'enqueue-scheduled'
const Queued = z.object({ id: z.uuid() })
const Scheduled = z.object({ name: z.string() })

interface JobWorkersParts {
  db: Db
  connection: Connection
  handlers: JobHandler[]
  log: JobLog
  timing?: Partial<JobTiming>
}

/**
 * Runs jobs in this process. The library locks a job for one process at a time; each process gives signs of life, and
 * whoever notices that another has stopped giving them unlocks that one's jobs. The connections are few and apart from
 * the pool that answers readers: a site whose pool is exhausted must not lose its jobs for want of a sign of life.
 */
export class JobWorkers {
  readonly #parts: JobWorkersParts
  readonly #timing: JobTiming
  readonly #pool: pg.Pool
  readonly #handlers: Map<string, JobHandler>
  /** Lets go of the jobs that run here, by their ids. */
  readonly #running = new Map<string, AbortController>()
  #runner: Runner | undefined
  /** The name under which this process holds its locks. */
  #name = ''
  #beat: NodeJS.Timeout | undefined
  #beating = Promise.resolve()
  #restart: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(parts: JobWorkersParts) {
    this.#parts = parts
    this.#timing = { ...usualTiming, ...parts.timing }
    this.#handlers = new Map(parts.handlers.map((handler) => [handler.job.name, handler]))
    if (this.#handlers.size < parts.handlers.length) throw new Error('two jobs have the same name')
    this.#pool = new pg.Pool({ ...parts.connection, max: 3 })
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async start() {
    const events = new EventEmitter() as WorkerEvents
    events.once('pool:create', ({ workerPool }) => (this.#name = workerPool.id))
    const { log, handlers } = this.#parts
    const runner = await run({
      pgPool: this.#pool,
      events,
      logger: new Logger(() => (level, message) => level === 'error' && log.warn({ detail: message }, 'job queue')),
      noHandleSignals: true,
      concurrency: jobsAtOnce,
      pollInterval: this.#timing.poll,
      taskList: {
        ...Object.fromEntries(handlers.map((one) => [one.job.name, (payload: unknown) => this.#attempt(one, payload)])),
        [scheduleTask]: (payload: unknown) => this.#enqueueScheduled(payload),
      },
      parsedCronItems: parseCronItems(
        handlers.flatMap(({ job }) =>
          job.schedule === undefined
            ? []
            : [{ task: scheduleTask, match: job.schedule, identifier: job.name, payload: { name: job.name } }],
        ),
      ),
    })
    this.#runner = runner
    this.#watch(runner)
    await this.#signOfLife({ isFirst: true })
    this.#beat = setInterval(() => (this.#beating = this.#signOfLife()), this.#timing.beat)
  }

  /** Starts no more jobs; those that run may finish, and after a while are given back to the queue. */
  async stop() {
    this.#isStopping = true
    clearTimeout(this.#restart)
    const letGo = setTimeout(() => this.#releaseAll('this process stops'), this.#timing.finish)
    await this.#runner?.stop().catch(() => undefined)
    clearTimeout(letGo)
    clearInterval(this.#beat)
    await this.#beating
    await this.#pool.query('delete from job_worker where name = $1', [this.#name]).catch(() => undefined)
    await this.#pool.end()
  }

  /** The library's runner ends when the database refuses it for long, in a failover for instance: another is started. */
  #watch(runner: Runner) {
    const again = (error?: unknown) => {
      if (this.#isStopping) return
      this.#parts.log.warn({ err: error }, 'job queue lost, trying again')
      clearInterval(this.#beat)
      this.#releaseAll('the job queue was lost')
      this.#restart = setTimeout(() => void this.start().catch(again), this.#timing.beat)
    }
    runner.promise.then(() => again(), again)
  }

  async #signOfLife({ isFirst = false } = {}) {
    try {
      const wasForgotten = await startHeartbeat(this.#pool, this.#name, this.#timing.silence)
      if (wasForgotten && !isFirst) this.#releaseAll('another process has taken the job over')
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'no sign of life given to the job queue')
    }
  }

  async #attempt(handler: JobHandler, payload: unknown) {
    const { id } = z.parse(Queued, payload)
    // A second place in the queue of a job that runs here already.
    if (this.#running.has(id)) return
    const { db, log } = this.#parts
    const release = new AbortController()
    this.#running.set(id, release)
    try {
      await runAttempt({ db, log, handler, id, worker: this.#name, release: release.signal })
    } finally {
      this.#running.delete(id)
    }
  }

  /** A schedule that comes round while its last job still waits or runs adds none. */
  async #enqueueScheduled(payload: unknown) {
    const { name } = z.parse(Scheduled, payload)
    const handler = this.#handlers.get(name)
    if (handler) await enqueue(this.#parts.db, handler.job, {}, { key: 'schedule' })
  }

  #releaseAll(why: string) {
    for (const running of this.#running.values()) running.abort(new JobReleased(why))
  }
}
