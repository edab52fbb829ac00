import type { JobState } from '#server/db/tables/operation-tables.ts'
import type { Db } from '#server/db/schema.ts'

export interface JobStatus {
  id: string
  name: string
  state: JobState
  /** From 0 to 1. */
  progress: number
  /** The last word of a running job, or a sentence that says why it failed. */
  message: string
  /** The handler's return value, once the job is done. */
  result: unknown
  attempts: number
  createTime: Date
  startTime: Date | null
  endTime: Date | null
}

const columns = [
  ...(['id', 'name', 'state', 'progress', 'message', 'result', 'attempts'] as const),
  ...(['createTime', 'startTime', 'endTime'] as const),
]

/** Undefined where there is no such job; jobs that ended are forgotten after a month. */
export async function readJob(db: Db, id: string): Promise<JobStatus | undefined> {
  return db.selectFrom('job').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The jobs of these ids that are known, by id. */
export async function listJobsById(db: Db, ids: string[]): Promise<Map<string, JobStatus>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('job').select(columns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The newest first. */
export async function listJobs(db: Db, limit: number): Promise<JobStatus[]> {
  return db.selectFrom('job').select(columns).orderBy('createTime', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Deletes what ended long ago. Returns how many rows went. */
export async function forgetEndedJobs(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('job').where('endTime', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
