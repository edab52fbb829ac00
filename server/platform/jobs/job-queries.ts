import type { JobState } from '#server/platform/db/tables/operation-tables.ts'
import type { Db } from '#server/platform/db/schema.ts'

export interface JobStatus {
  id: string
  name: string
  state: JobState
  /** The completed fraction of the job, from 0 to 1. */
  progress: number
  /** The last progress message of a running job, or the sentence that tells why the job failed. */
  message: string
  /** The value that the handler of the job returned, once the job is done. */
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

/** Returns the state of a job, or undefined when it does not exist. Jobs are deleted a month after they ended. */
export async function readJob(db: Db, id: string): Promise<JobStatus | undefined> {
  return db.selectFrom('job').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Returns the jobs with these ids, by id; unknown ids are left out. */
export async function listJobsById(db: Db, ids: string[]): Promise<Map<string, JobStatus>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('job').select(columns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the newest jobs, newest first. */
export async function listJobs(db: Db, limit: number): Promise<JobStatus[]> {
  return db.selectFrom('job').select(columns).orderBy('createTime', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Counts the jobs that wait or run, and those that failed within a day, by name and state. */
export function countJobs(db: Db): Promise<{ name: string; state: JobState; count: number }[]> {
  return db
    .selectFrom('job')
    .select(({ fn }) => ['name', 'state', fn.countAll<number>().as('count')])
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['queued', 'running']),
        eb.and([eb('state', '=', 'failed'), eb('createTime', '>', new Date(Date.now() - 24 * 3600 * 1000))]),
      ]),
    )
    .groupBy(['name', 'state'])
    .execute()
}
