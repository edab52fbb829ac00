import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/schema.ts'
import type { Job } from './define-job.ts'

/**
 * Enqueues a job, which any node may run, and returns its id. In a transaction the job exists if and only if the
 * transaction commits. When a job of the same name and `key` is queued or running, no job is added and the id of that
 * job is returned.
 */
export async function enqueue<Payload extends z.ZodMiniType>(
  db: Db,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { key = null }: { key?: string | null } = {},
): Promise<string> {
  const checked = JSON.stringify(z.parse(job.payload, payload))
  // The job's row and its queue entry must be written together, also when the caller has no transaction. Otherwise a
  // crash could leave a job that never runs.
  return db.isTransaction
    ? insertJob(db, job, checked, key)
    : db.transaction().execute((db) => insertJob(db, job, checked, key))
}

async function insertJob(db: Db, job: Job, payload: string, key: string | null): Promise<string> {
  for (;;) {
    const inserted = await db
      .insertInto('job')
      .values({ id: newId(), name: job.name, key, payload })
      .onConflict((conflict) =>
        conflict.columns(['name', 'key']).where('state', 'in', ['queued', 'running']).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (inserted) {
      await addToQueue(db, job, inserted.id)
      return inserted.id
    }
    const unfinished = await db
      .selectFrom('job')
      .select('id')
      .where('name', '=', job.name)
      .where('key', '=', key)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    // The unfinished job that prevented the insert may have ended before this query. In that case the loop tries to add
    // the new job again.
    if (unfinished) return unfinished.id
  }
}

/**
 * Adds an entry to the queue of the job library (graphile-worker), due now or after some seconds. The row of the job
 * counts the attempts; the library's own limit only ends entries that can never start.
 */
export async function addToQueue(db: Db, { name, queue }: Job, id: string, delaySeconds = 0) {
  await sql`select graphile_worker.add_job(${name}, json_build_object('id', ${id}::text), queue_name => ${queue ?? null},
    run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => 100)`.execute(db)
}
