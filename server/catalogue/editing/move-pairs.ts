import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

export interface Merge {
  /** The id of the audit entry that describes the merge. */
  id: string
  loserId: string
  winnerId: string
}

/**
 * A table in which both sides of a merge, the loser (the book, tag or place that disappears) and the winner, may have a
 * row with the same values in the columns `same`, for example for the same user.
 */
export interface PairedRows {
  table: string
  /** The column with the id of the merged book, tag or place. */
  column: string
  same: string[]
  /**
   * A timestamp column: if both sides of the merge have a row, the later row is retained. Without such a column the
   * winner's row is retained.
   */
  time?: string
}

/**
 * Moves the rows of one table from the loser of a merge to the winner, and records the former rows in the table
 * `merge_row`, so that the merge can be undone. With `firstKeys`, only rows that have one of these values in the first
 * of the columns `same` are moved.
 */
export async function movePairs(
  db: Db,
  { id, loserId, winnerId }: Merge,
  { table, column, same, time }: PairedRows,
  firstKeys?: string[],
) {
  const [rows, of] = [sql.table(table), sql.ref(column)]
  const isSame = sql.join(
    same.map((name) => sql`winner.${sql.ref(name)} = loser.${sql.ref(name)}`),
    sql` and `,
  )
  // Locks the rows of both sides of the merge first, so that a concurrent delete finishes before the rows to move are
  // listed.
  const isMoved = (alias: string) =>
    firstKeys === undefined ? sql`true` : sql`${sql.ref(`${alias}.${same[0]}`)} = any(${firstKeys}::uuid[])`
  await sql`
    select from ${rows} held where ${of} in (${loserId}, ${winnerId}) and ${isMoved('held')} for update`.execute(db)
  const isLater = time === undefined ? sql`false` : sql`loser.${sql.ref(time)} > winner.${sql.ref(time)}`
  const noted = await sql<{ id: number }>`
    insert into merge_row (merge_id, table_name, loser_row, winner_row, result_row)
    select ${id}, ${table}, to_jsonb(loser), to_jsonb(winner),
      case when winner.${of} is null or ${isLater}
        then to_jsonb(loser) || jsonb_build_object(${column}::text, ${winnerId}::text) else to_jsonb(winner) end
    from ${rows} loser left join ${rows} winner on winner.${of} = ${winnerId} and ${isSame}
    where loser.${of} = ${loserId} and ${isMoved('loser')} returning id`.execute(db)
  const ids = noted.rows.map((row) => row.id)
  await sql`delete from ${rows} moved where ${of} = ${loserId} and ${isMoved('moved')}`.execute(db)
  await sql`
    delete from ${rows} winner using merge_row noted, jsonb_populate_record(null::${rows}, noted.winner_row) loser
    where noted.id = any(${ids}::bigint[]) and noted.winner_row <> noted.result_row
      and winner.${of} = ${winnerId} and ${isSame}`.execute(db)
  await sql`
    insert into ${rows} select fresh.* from merge_row noted, jsonb_populate_record(null::${rows}, noted.result_row) fresh
    where noted.id = any(${ids}::bigint[]) and noted.winner_row is distinct from noted.result_row`.execute(db)
}

/**
 * The columns of `book_place` and `book_tag` into which triggers copy columns of the book. If a row differs only in
 * these columns, it does not count as changed since the merge.
 */
const derivedColumns = ['book_popularity', 'book_score', 'book_create_time']

/**
 * Undoes `movePairs`: restores the former rows of the loser and the winner of a merge, except rows that were changed
 * since the merge. With `rowIds`, only these rows of `merge_row` are restored.
 */
export async function returnPairs(
  db: Db,
  { id, winnerId }: Merge,
  { table, column, same }: PairedRows,
  rowIds?: number[],
) {
  const [rows, of] = [sql.table(table), sql.ref(column)]
  const isSame = sql.join(
    same.map((name) => sql`present.${sql.ref(name)} = fresh.${sql.ref(name)}`),
    sql` and `,
  )
  const { rows: unchanged } = await sql<{ id: number }>`
    delete from ${rows} present using merge_row noted, jsonb_populate_record(null::${rows}, noted.result_row) fresh
    where noted.merge_id = ${id} and noted.table_name = ${table}
      and ${rowIds === undefined ? sql`true` : sql`noted.id = any(${rowIds}::bigint[])`} and present.${of} = ${winnerId}
      and ${isSame} and to_jsonb(present) - ${derivedColumns}::text[] = to_jsonb(fresh) - ${derivedColumns}::text[]
    returning noted.id`.execute(db)
  await sql`
    insert into ${rows} select own.* from merge_row noted, lateral (
      select * from jsonb_populate_record(null::${rows}, noted.loser_row)
      union all select * from jsonb_populate_record(null::${rows}, noted.winner_row) where noted.winner_row is not null
    ) own
    where noted.id = any(${unchanged.map((row) => row.id)}::bigint[])
    on conflict do nothing`.execute(db)
}
