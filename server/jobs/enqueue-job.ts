import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import type { Db } from '#server/db/schema.ts'
import type { Job } from './define-job.ts'

/**
 * Writes a job to be run by any node, and returns its id. In a transaction the job exists if and only if the transaction
 * commits. With a `key`, a job of that name and key which is queued or running is not doubled: its id is returned.
 */
export async function enqueue<Payload extends z.ZodMiniType>(
  db: Db,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { key = null }: { key?: string | null } = {},
): Promise<string> {
  const checked = JSON.stringify(z.parse(job.payload, payload))
  // The row and its place in the queue belong together, also where the caller has no transaction.
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
    // The job that stood in the way may have ended between the two statements.
    if (unfinished) return unfinished.id
  }
}

/**
 * Gives a job's row a place in the library's queue, now or after some seconds. Retries are counted in the row: the library's
 * own limit only ends what can never start.
 */
export async function addToQueue(db: Db, { name, queue }: Job, id: string, delaySeconds = 0) {
  await sql`select graphile_worker.add_job(${name}, json_build_object('id', ${id}::text), queue_name => ${queue ?? null},
    run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => 100)`.execute(db)
}
