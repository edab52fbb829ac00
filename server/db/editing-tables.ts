import type { ColumnType, GeneratedAlways } from 'kysely'

/** What editors merged, renamed and removed. */
export interface EditingTables {
  standIn: { noun: 'book' | 'tag' | 'place' | 'tour'; former: string; targetId: string | null }
  merge: MergeTable
  mergeRow: MergeRowTable
}

/** JSON is written and read back by the database alone: its keys are names of columns. */
type Rows = ColumnType<unknown, string, string>

interface MergeTable {
  id: string
  noun: 'book' | 'tag' | 'place'
  loserId: string
  winnerId: string
  loser: Rows
  filled: Rows
  undoneAt: Date | null
}

interface MergeRowTable {
  id: GeneratedAlways<number>
  mergeId: string
  table: string
  lost: Rows
  kept: Rows | null
  result: Rows | null
  userId: GeneratedAlways<string | null>
}
