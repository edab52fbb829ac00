import type * as z from 'zod/mini'
import type { JobRun } from './job-run.ts'

/**
 * Background jobs, in short:
 *
 *     export const importJob = defineJob({ name: 'import', payload: z.object({ upload: z.string() }), timeoutSeconds: 120 })
 *     const id = await enqueue(db, importJob, { upload })           // in the transaction of the write it belongs to
 *     handleJob(importJob, async ({ upload }, run) => { … })        // in `server/site-jobs.ts`, the list of all handlers
 *     await readJob(db, id)                                         // { state, progress, message, result, … }
 *
 * A job may run more than once (its process was killed, or an attempt failed), so its handler must be safe to repeat.
 * docs/parts.md tells how jobs are run, retried and taken over.
 */
export interface Job<Payload extends z.ZodMiniType = z.ZodMiniType> {
  /** Unique on the site; kept in the database, so renaming it orphans jobs that are queued. */
  name: string
  payload: Payload
  /** After this time the run's signal is aborted and the attempt counts as failed. */
  timeoutSeconds: number
  /** How often the job is tried before it has failed; the pauses between grow from seconds to hours. */
  maxAttempts: number
  /** Jobs that name one queue run one after another, whatever the number of nodes. */
  queue: string | undefined
  /** Five cron fields in UTC: the job is enqueued then, with an empty payload, once for all nodes. */
  schedule: string | undefined
}

/** The library gives up a lock after four hours; a job must have ended well before. */
const longestSeconds = 3 * 3600

export function defineJob<Payload extends z.ZodMiniType>({
  name,
  payload,
  timeoutSeconds,
  maxAttempts = 5,
  queue,
  schedule,
}: Pick<Job<Payload>, 'name' | 'payload' | 'timeoutSeconds'> & Partial<Job<Payload>>): Job<Payload> {
  if (timeoutSeconds > longestSeconds) throw new Error(`job ${name}: the timeout may be at most ${longestSeconds} s`)
  return { name, payload, timeoutSeconds, maxAttempts, queue, schedule }
}

/** A job together with the function that does it; the types of its payload are checked where the two are joined. */
export interface JobHandler {
  job: Job
  /** `payload` has passed the job's schema. What it returns is stored as the job's result, as JSON. */
  handle(payload: unknown, run: JobRun): Promise<unknown>
}

export function handleJob<Payload extends z.ZodMiniType>(
  job: Job<Payload>,
  handle: (payload: z.output<Payload>, run: JobRun) => Promise<unknown>,
): JobHandler {
  return { job, handle: (payload, run) => handle(payload as z.output<Payload>, run) }
}
