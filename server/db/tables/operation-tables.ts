import type { ColumnType, Generated } from 'kysely'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migration 0008-operation.sql creates. */
export interface OperationTables {
  setting: { name: string; value: string }
  job: JobTable
  jobWorker: { name: string; seenAt: DefaultNow }
  rateLimit: { key: string; calls: number; endsAt: Date }
  asset: { name: string; body: Buffer; usedAt: DefaultNow }
  uploadReservation: { id: string; prefix: string; key: string; expiresAt: Date }
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
