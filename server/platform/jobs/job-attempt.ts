import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { Failure, type FailureKind } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { JobHandler } from './define-job.ts'
import { addToQueue } from './enqueue-job.ts'
import { JobRun } from './job-run.ts'

export interface JobLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The PostgreSQL notification channel that carries the ids of ended jobs. */
export const endedChannel = 'zhitu_job_ended'

/**
 * The reason why a process releases a job that has not failed: the process stops, or another process has taken the job
 * over.
 */
export class JobReleased extends Error {}

const failedMessage = '后台任务出错了，原因在服务器的日志里'
const diedMessage = '做这件事的进程几次中途退出，已不再重试'
/**
 * The kinds of failures after which a job is attempted again. All other failures are caused by the input of the job and
 * would only recur.
 */
const retryable = new Set<FailureKind>(['unavailable', 'tooMany', 'broken'])
/** Milliseconds that the handler of a job has to clean up and end after its abort signal was aborted. */
const graceAfterAbort = 5000

interface Attempt {
  id: string
  attemptId: string
  /** The number of this attempt to run the job, counted from 1. */
  attempts: number
  payload: unknown
}

interface AttemptParts {
  db: Db
  log: JobLog
  handler: JobHandler
  id: string
  /**
   * The name of this process, which the job library stores with each lock on a job, so that locks of dead processes can
   * be removed.
   */
  worker: string
  /** A signal that is aborted with a `JobReleased` when this process must release the job. */
  release: AbortSignal
}

/** Runs one attempt of a job and stores its outcome. Throws only when the database cannot be written. */
export async function runAttempt(parts: AttemptParts): Promise<void> {
  const { db, log, handler, id, release } = parts
  const { job } = handler
  const attempt = await begin(parts)
  if (attempt === undefined) return
  if (attempt.attempts > job.maxAttempts) {
    log.error({ job: job.name, id }, 'job failed: its process died in every attempt')
    return end(db, attempt, { state: 'failed', message: diedMessage })
  }
  const timeout = AbortSignal.timeout(job.timeoutSeconds * 1000)
  try {
    release.throwIfAborted()
    const payload = z.parse(job.payload, attempt.payload)
    const signal = AbortSignal.any([timeout, release])
    const result = await withinSignal(signal, handler.handle(payload, new JobRun(db, attempt, signal)))
    await end(db, attempt, { state: 'done', progress: 1, result: JSON.stringify(result ?? null) })
  } catch (error) {
    if (release.aborted) return requeue(db, handler, attempt, { attempts: attempt.attempts - 1 })
    const facts = { err: timeout.aborted ? timeout.reason : error, job: job.name, id, attempt: attempt.attempts }
    // A job with invalid input would fail in every attempt, so it is not attempted again.
    const isFinal = error instanceof Failure && !retryable.has(error.kind)
    if (!isFinal && attempt.attempts < job.maxAttempts) {
      log.warn(facts, 'job attempt failed')
      return requeue(db, handler, attempt, { delaySeconds: Math.min(10 * 4 ** (attempt.attempts - 1), 3600) })
    }
    if (!isFinal) log.error(facts, 'job failed')
    await end(db, attempt, { state: 'failed', message: error instanceof Failure ? error.message : failedMessage })
  }
}

/**
 * Marks a job as running in this process. Returns undefined when the job has ended or runs in another live process; the
 * queue entry that started it is then obsolete.
 */
async function begin({ db, id, worker }: AttemptParts): Promise<Attempt | undefined> {
  const attemptId = newId()
  const row = await db
    .updateTable('job')
    .set({
      state: 'running',
      attemptId,
      worker,
      attempts: sql`attempts + 1`,
      startTime: sql`coalesce(start_time, now())`,
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`(state = 'queued' or state = 'running'
        and (worker = ${worker} or not exists (select from job_worker where job_worker.name = job.worker)))`,
    )
    .returning(['payload', 'attempts'])
    .executeTakeFirst()
  return row && { id, attemptId, ...row }
}

/** Waits for the handler of a job. A handler that ignores its abort signal is abandoned after a grace period. */
async function withinSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const finished = new AbortController()
  const deadline = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      sleep(graceAfterAbort, undefined, { signal: finished.signal, ref: false }).then(
        () => reject(signal.reason as Error),
        () => undefined,
      )
    })
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    finished.abort()
  }
}

type Ending = { state: 'done'; progress: number; result: string } | { state: 'failed'; message: string }

async function end(db: Db, { id, attemptId }: Attempt, ending: Ending) {
  await db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('job')
      .set({ ...ending, endTime: sql`now()`, worker: null })
      .where('id', '=', id)
      .where('attemptId', '=', attemptId)
      .returning('id')
      .executeTakeFirst()
    if (ended) await sql`select pg_notify(${endedChannel}, ${id})`.execute(db)
  })
}

/**
 * Enqueues a job again: after a pause when the attempt failed, and immediately when this process only released the job.
 */
async function requeue(
  db: Db,
  { job }: JobHandler,
  { id, attemptId, attempts }: Attempt,
  change: { attempts?: number; delaySeconds?: number },
) {
  await db.transaction().execute(async (db) => {
    const released = await db
      .updateTable('job')
      .set({ state: 'queued', worker: null, attempts: change.attempts ?? attempts })
      .where('id', '=', id)
      .where('attemptId', '=', attemptId)
      .returning('id')
      .executeTakeFirst()
    if (released) await addToQueue(db, job, id, change.delaySeconds)
  })
}
