import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { MovedReferences } from '#server/catalogue/editing/move-references.ts'

/**
 * One database column that refers to a person, and what happens to the rows that refer to a person who is merged or
 * removed.
 */
interface PersonReference {
  table: string
  /** Name of the column. `target_id` may also hold the id of another object. */
  column: 'person_id' | 'target_id'
  /**
   * How a merge of two people treats the rows that refer to the person who disappears.
   *
   * `credit`: the rows tell who a name on a book is; `moveCredits` moves them. `own`: the rows are a part of the
   * person; `moveNames` and `moveLife` move them. `key`: all rows move to the surviving person; the value of `key`
   * lists the columns that identify a row. `stay`: the rows are left as they are.
   */
  onMerge: 'credit' | 'own' | { key: string[] } | 'stay'
  /**
   * How removing a person treats the rows. `blocks`: the person cannot be removed while there are such rows. `deleted`:
   * the rows are deleted with the person. `stay`: the rows are left as they are.
   */
  onRemove: 'blocks' | 'deleted' | 'stay'
}

/** Every database column that refers to a person; a test checks that the list is complete. */
export const personReferences: PersonReference[] = [
  { table: 'book_author', column: 'person_id', onMerge: 'credit', onRemove: 'blocks' },
  { table: 'edition_person', column: 'person_id', onMerge: 'credit', onRemove: 'blocks' },
  { table: 'person_name', column: 'person_id', onMerge: 'own', onRemove: 'deleted' },
  { table: 'person_place', column: 'person_id', onMerge: 'own', onRemove: 'deleted' },
  { table: 'redirect', column: 'target_id', onMerge: { key: ['noun', 'old_key'] }, onRemove: 'stay' },
  { table: 'audit', column: 'target_id', onMerge: 'stay', onRemove: 'stay' },
]

/** Tables whose rows all move to the surviving person, in the form that merging and undoing a merge need. */
export const movedWithPeople: MovedReferences[] = personReferences.flatMap(({ table, column, onMerge }) =>
  typeof onMerge === 'object' ? { table, column, key: onMerge.key } : [],
)

/** Returns whether anything prevents the removal of a person: a book or an edition that names them. */
export async function isPersonInUse(db: Db, personId: string): Promise<boolean> {
  const blocking = personReferences
    .filter(({ onRemove }) => onRemove === 'blocks')
    .map(({ table, column }) => sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${personId})`)
  const { rows } = await sql<{ isUsed: boolean }>`select ${sql.join(blocking, sql` or `)} as is_used`.execute(db)
  return rows[0]?.isUsed ?? false
}
