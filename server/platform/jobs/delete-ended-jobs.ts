import type { Db } from '#server/platform/db/schema.ts'

/** Deletes jobs that ended before a time. Returns the number of deleted rows. */
export async function deleteEndedJobs(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('job').where('endTime', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
