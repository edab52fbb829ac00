import { EventEmitter } from 'node:events'
import { type CronItem, Logger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Job, JobHandler } from './define-job.ts'
import { enqueue } from './enqueue-job.ts'
import { sendHeartbeat } from './heartbeat.ts'
import { JobReleased, type JobLog, runAttempt } from './job-attempt.ts'
import { requeueRestoredJobs } from './requeue-restored.ts'

/** The intervals and timeouts of the processes that run background jobs, in milliseconds; tests shorten them. */
interface WorkerTiming {
  /**
   * The interval between two heartbeats of a process that runs jobs. With each heartbeat the process also looks for
   * processes without a recent one.
   */
  heartbeatMs: number
  /** The time after which a process without a heartbeat counts as dead and loses its jobs to other processes. */
  heartbeatTimeoutMs: number
  /**
   * The interval at which a process searches for jobs whose retry or scheduled time has come. New jobs do not wait for
   * it, because processes are notified of them immediately.
   */
  pollMs: number
  /** The time that running jobs have to finish after their process has begun to stop. */
  shutdownMs: number
}

const defaultTiming: WorkerTiming = {
  heartbeatMs: 5000,
  heartbeatTimeoutMs: 20_000,
  pollMs: 10_000,
  shutdownMs: 10_000,
}
const jobsAtOnce = 3
/** How far back a starting process looks for missed scheduled times of the jobs that catch up, in milliseconds. */
const catchUpMs = 24 * 3600 * 1000
/**
 * The name of the task that the job library runs at scheduled times. The task enqueues the scheduled job of the site.
 */
const scheduleTask = 'enqueue-scheduled'
const Queued = z.object({ id: z.uuid() })
const Scheduled = z.object({ name: z.string() })

interface JobWorkersParts {
  db: Db
  connection: Connection
  handlers: JobHandler[]
  log: JobLog
  timing?: Partial<WorkerTiming>
}

/**
 * Runs background jobs in this process. The job library locks a job for one process at a time. Each process sends
 * heartbeats, and any process that notices a missing heartbeat unlocks the jobs of the silent process. The workers use
 * a few database connections of their own instead of the pool for requests, so that a site whose pool is exhausted
 * still sends its heartbeats.
 */
export class JobWorkers {
  readonly #parts: JobWorkersParts
  readonly #timing: WorkerTiming
  readonly #pool: pg.Pool
  readonly #handlers: Map<string, JobHandler>
  /** Maps the id of each job that runs in this process to the controller that makes the process release the job. */
  readonly #running = new Map<string, AbortController>()
  #runner: Runner | undefined
  /**
   * The name of this process, which the job library stores with each lock on a job, so that locks of dead processes can
   * be removed.
   */
  #name = ''
  #heartbeatTimer: NodeJS.Timeout | undefined
  #heartbeat = Promise.resolve()
  #restart: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(parts: JobWorkersParts) {
    this.#parts = parts
    this.#timing = { ...defaultTiming, ...parts.timing }
    this.#handlers = new Map(parts.handlers.map((handler) => [handler.job.name, handler]))
    if (this.#handlers.size < parts.handlers.length) throw new Error('two jobs have the same name')
    this.#pool = new pg.Pool({ ...parts.connection, max: 3 })
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async start() {
    const events = new EventEmitter() as WorkerEvents
    events.once('pool:create', ({ workerPool }) => (this.#name = workerPool.id))
    const { db, log, handlers } = this.#parts
    const jobs = handlers.map(({ job }) => job)
    await requeueRestoredJobs(db, jobs)
    const runner = await run({
      pgPool: this.#pool,
      events,
      logger: new Logger(() => (level, message) => level === 'error' && log.warn({ detail: message }, 'job queue')),
      noHandleSignals: true,
      concurrency: jobsAtOnce,
      pollInterval: this.#timing.pollMs,
      taskList: {
        ...Object.fromEntries(handlers.map((one) => [one.job.name, (payload: unknown) => this.#attempt(one, payload)])),
        [scheduleTask]: (payload: unknown) => this.#enqueueScheduled(payload),
      },
      parsedCronItems: parseCronItems(jobs.flatMap(toCronItems)),
    })
    this.#runner = runner
    this.#watch(runner)
    await this.#sendHeartbeat({ isFirst: true })
    this.#heartbeatTimer = setInterval(() => (this.#heartbeat = this.#sendHeartbeat()), this.#timing.heartbeatMs)
  }

  /** Makes this process start no more jobs. Running jobs may finish for a while and are then returned to the queue. */
  async stop() {
    this.#isStopping = true
    clearTimeout(this.#restart)
    const releaseTimer = setTimeout(() => this.#releaseAll('this process stops'), this.#timing.shutdownMs)
    await this.#runner?.stop().catch(() => undefined)
    clearTimeout(releaseTimer)
    clearInterval(this.#heartbeatTimer)
    await this.#heartbeat
    await this.#pool.query('delete from job_worker where name = $1', [this.#name]).catch(() => undefined)
    await this.#pool.end()
  }

  /**
   * Starts another runner when the job library's runner ends, which it does when the database is unreachable for long.
   */
  #watch(runner: Runner) {
    const again = (error?: unknown) => {
      if (this.#isStopping) return
      this.#parts.log.warn({ err: error }, 'job queue lost, reconnecting')
      clearInterval(this.#heartbeatTimer)
      this.#releaseAll('the job queue was lost')
      this.#restart = setTimeout(() => void this.start().catch(again), this.#timing.heartbeatMs)
    }
    runner.promise.then(() => again(), again)
  }

  async #sendHeartbeat({ isFirst = false } = {}) {
    try {
      const wasUnknown = await sendHeartbeat(this.#pool, this.#name, this.#timing.heartbeatTimeoutMs)
      if (wasUnknown && !isFirst) this.#releaseAll('another process has taken the job over')
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'failed to send the heartbeat of the job workers')
    }
  }

  async #attempt(handler: JobHandler, payload: unknown) {
    const { id } = z.parse(Queued, payload)
    // This process already runs the job, so a second queue entry of the same job is ignored.
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

  /** Enqueues a scheduled job, unless the previous one of the same schedule is still queued or running. */
  async #enqueueScheduled(payload: unknown) {
    const { name } = z.parse(Scheduled, payload)
    const handler = this.#handlers.get(name)
    if (handler) await enqueue(this.#parts.db, handler.job, {}, { key: 'schedule' })
  }

  #releaseAll(why: string) {
    for (const running of this.#running.values()) running.abort(new JobReleased(why))
  }
}

/** Converts the schedule of a job to the form of the job library; returns an empty list for a job without one. */
function toCronItems({ name, schedule, catchesUp }: Job): CronItem[] {
  if (schedule === undefined) return []
  const options = { backfillPeriod: catchesUp ? catchUpMs : 0 }
  return [{ task: scheduleTask, match: schedule, identifier: name, payload: { name }, options }]
}
