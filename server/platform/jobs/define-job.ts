import type * as z from 'zod/mini'
import type { JobRun } from './job-run.ts'

/**
 * Background jobs, in short:
 *
 *     const payload = z.object({ upload: z.string() })
 *     export const importJob = defineJob({ name: 'import', payload, timeoutSeconds: 120 })
 *     const id = await enqueue(db, importJob, { upload })      // in the transaction of the write it belongs to
 *     handleJob(importJob, async ({ upload }, run) => { … })   // in `server/start/site-jobs.ts`, the list of all
 *     handlers await readJob(db, id)                                    // { state, progress, message, result, … }
 *
 * A job may run more than once (its process was killed, or an attempt failed), so its handler must be safe to repeat.
 * docs/parts.md tells how jobs are run, retried and taken over.
 */
export interface Job<Payload extends z.ZodMiniType = z.ZodMiniType> {
  /** The unique name of the job. It is stored in the database, so renaming it orphans queued jobs. */
  name: string
  payload: Payload
  /** Seconds after which the abort signal of the run is aborted and the attempt counts as failed. */
  timeoutSeconds: number
  /** How many attempts a job gets. The pauses between them grow from seconds to hours. */
  maxAttempts: number
  /** The name of a queue. Jobs of one queue run one after another on all nodes together. */
  queue: string | undefined
  /** Five cron fields in UTC. At these times the job is enqueued with an empty payload, once for all nodes. */
  schedule: string | undefined
  /**
   * Whether the first node that starts makes up for a scheduled time of the last 24 hours at which no node ran. A daily
   * job of a site that is switched off every night would otherwise never run.
   */
  catchesUp: boolean
}

/**
 * The longest timeout in seconds. The job library (graphile-worker) releases a lock after four hours, and a job must
 * end well before.
 */
const longestSeconds = 3 * 3600

export function defineJob<Payload extends z.ZodMiniType>({
  name,
  payload,
  timeoutSeconds,
  maxAttempts = 5,
  queue,
  schedule,
  catchesUp = false,
}: Pick<Job<Payload>, 'name' | 'payload' | 'timeoutSeconds'> & Partial<Job<Payload>>): Job<Payload> {
  if (timeoutSeconds > longestSeconds) throw new Error(`job ${name}: the timeout may be at most ${longestSeconds} s`)
  return { name, payload, timeoutSeconds, maxAttempts, queue, schedule, catchesUp }
}

/** A job and the function that runs it. `handleJob` checks that their payload types agree. */
export interface JobHandler {
  job: Job
  /**
   * Runs one attempt of the job. `payload` has passed the job's schema. The returned value is stored as JSON in the
   * job's result.
   */
  handle(payload: unknown, run: JobRun): Promise<unknown>
}

export function handleJob<Payload extends z.ZodMiniType>(
  job: Job<Payload>,
  handle: (payload: z.output<Payload>, run: JobRun) => Promise<unknown>,
): JobHandler {
  return { job, handle: (payload, run) => handle(payload as z.output<Payload>, run) }
}
