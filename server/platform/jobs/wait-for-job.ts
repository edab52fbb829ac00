import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { endedChannel } from './job-attempt.ts'
import { type JobStatus, readJob } from './job-queries.ts'

/**
 * Waits until a job is done or has failed and returns it. It holds a database connection meanwhile, so it is meant for
 * tests and command lines.
 */
export async function waitForJob(connection: Connection, db: Db, id: string): Promise<JobStatus> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const ended = new Promise<void>((resolve, reject) => {
      client.on('notification', ({ payload }) => payload === id && resolve())
      client.on('error', reject)
    })
    await client.query(`listen ${endedChannel}`)
    const before = await readJob(db, id)
    if (before === undefined) throw new Error(`there is no job ${id}`)
    if (before.state === 'done' || before.state === 'failed') return before
    await ended
    return (await readJob(db, id)) ?? before
  } finally {
    await client.end()
  }
}
