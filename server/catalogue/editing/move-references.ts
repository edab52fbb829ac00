import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { Merge } from './move-pairs.ts'

/**
 * A table whose column `column` refers to the loser of a merge (the book, tag, place or person that will be deleted).
 * The columns `key` identify a row of the table.
 */
export interface MovedReferences {
  table: string
  column: string
  key: string[]
}

export async function moveReferences(
  db: Db,
  { id, loserId, winnerId }: Merge,
  { table, column, key }: MovedReferences,
) {
  const [rows, of] = [sql.table(table), sql.ref(column)]
  const pairs = sql.join(key.map((name) => sql`${name}::text, ${sql.ref(name)}`))
  await sql`
    insert into merge_row (merge_id, table_name, loser_row)
    select ${id}, ${table}, jsonb_build_object(${pairs}) from ${rows} where ${of} = ${loserId}`.execute(db)
  await sql`update ${rows} set ${of} = ${winnerId} where ${of} = ${loserId}`.execute(db)
}

export async function restoreReferences(
  db: Db,
  { id, loserId, winnerId }: Merge,
  { table, column, key }: MovedReferences,
) {
  const [rows, of] = [sql.table(table), sql.ref(column)]
  const isSame = sql.join(
    key.map((name) => sql`passed.${sql.ref(name)} = own.${sql.ref(name)}`),
    sql` and `,
  )
  await sql`
    update ${rows} passed set ${of} = ${loserId}
    from merge_row noted, jsonb_populate_record(null::${rows}, noted.loser_row) own
    where noted.merge_id = ${id} and noted.table_name = ${table} and passed.${of} = ${winnerId} and ${isSame}`.execute(
    db,
  )
}

/** Inserts a database row that was stored as JSON. PostgreSQL computes the generated columns again. */
export async function restoreRow(db: Db, table: string, row: ReturnType<typeof sql>) {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${row})`.execute(db)
}
