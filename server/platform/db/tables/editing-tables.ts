import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migrations 0007-editing.sql and 0019-large-changes.sql create. */
export interface EditingTables {
  audit: AuditTable
  redirect: { noun: 'book' | 'tag' | 'place' | 'tour' | 'person'; oldKey: string; targetId: string | null }
  merge: MergeTable
  mergeRow: MergeRowTable
  largeChange: LargeChangeTable
}

/**
 * A column with copies of deleted or moved database rows as JSON, with the column names as keys. Only SQL statements
 * write and read this JSON.
 */
type Rows = ColumnType<unknown, string, string>

interface AuditTable {
  id: string
  actorId: string | null
  action: string
  targetType: string
  targetId: string | null
  detail: ColumnType<Record<string, unknown>, string | undefined, string>
  createTime: DefaultNow
  undoneAt: Date | null
}

interface MergeTable {
  id: string
  noun: 'book' | 'tag' | 'place' | 'person'
  loserId: string
  winnerId: string
  loserRow: Rows
  filledValues: Rows
  undoneAt: Date | null
}

interface MergeRowTable {
  id: GeneratedAlways<number>
  mergeId: string
  tableName: string
  loserRow: Rows
  winnerRow: Rows | null
  resultRow: Rows | null
  userId: GeneratedAlways<string | null>
}

interface LargeChangeTable {
  id: string
  noun: 'tag' | 'place'
  kind: 'update' | 'merge' | 'unmerge'
  targetId: string
  loserId: string | null
  mergeId: string | null
  names: string[]
  total: number
  done: Generated<number>
  itemType: Generated<'book' | 'video'>
  cursor: string | null
  unindexed: Generated<string[]>
  jobId: string | null
  endedAt: Date | null
}
