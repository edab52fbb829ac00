import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migrations 0008-operation.sql, 0015-sitemap.sql and 0026-choices-of-days.sql create. */
export interface OperationTables {
  setting: { name: string; value: string }
  job: JobTable
  jobWorker: { name: string; seenAt: DefaultNow }
  rateLimit: { key: string; calls: number; endsAt: Date }
  asset: { name: string; body: Buffer; usedAt: DefaultNow }
  uploadReservation: { id: string; prefix: string; key: string; expiresAt: Date }
  sitemapPage: SitemapPageTable
  /** The driver returns the days as text of the form YYYY-MM-DD. */
  bookOfDay: { day: string; bookId: string }
  placeOfDay: { day: string; placeId: string }
}

interface SitemapPageTable {
  id: string
  noun: 'book' | 'video' | 'person' | 'place'
  number: GeneratedAlways<number>
  file: GeneratedAlways<number>
  changedAt: DefaultNow
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
