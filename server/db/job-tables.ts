import type { ColumnType, Generated } from 'kysely'
import type { DefaultNow } from './schema.ts'

/** Background jobs; `server/jobs` alone reads and writes them. */
export interface JobTables {
  job: JobTable
  jobWorker: { name: string; seenAt: DefaultNow }
}

export type JobState = 'queued' | 'running' | 'done' | 'failed'

interface JobTable {
  id: string
  name: string
  key: string | null
  payload: ColumnType<unknown, string, string>
  state: Generated<JobState>
  progress: Generated<number>
  message: Generated<string>
  result: ColumnType<unknown, string | null | undefined, string | null>
  attempts: Generated<number>
  attemptId: string | null
  worker: string | null
  createTime: DefaultNow
  startTime: Date | null
  endTime: Date | null
}
