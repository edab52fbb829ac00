import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

export interface Merge {
  /** Of its entry in the audit. */
  id: string
  loserId: string
  winnerId: string
}

/** Rows of which each of the two may have one for the same reader, or whatever else `same` names. */
export interface PairedRows {
  table: string
  /** Names the loser or the winner. */
  column: string
  same: string[]
  /** Of two the later stays; without it the winner's. */
  time?: string
}

/** Gives the winner the loser's rows, and notes what was there. */
export async function movePairs(db: Db, { id, loserId, winnerId }: Merge, { table, column, same, time }: PairedRows) {
  const [rows, of] = [sql.table(table), sql.ref(column)]
  const isSame = sql.join(
    same.map((name) => sql`kept.${sql.ref(name)} = lost.${sql.ref(name)}`),
    sql` and `,
  )
  // Whoever is just taking one away has it first; what is noted is what is there to move.
  await sql`select from ${rows} where ${of} in (${loserId}, ${winnerId}) for update`.execute(db)
  const isLater = time === undefined ? sql`false` : sql`lost.${sql.ref(time)} > kept.${sql.ref(time)}`
  await sql`
    insert into merge_row (merge_id, table_name, loser_row, winner_row, result_row)
    select ${id}, ${table}, to_jsonb(lost), to_jsonb(kept),
      case when kept.${of} is null or ${isLater}
        then to_jsonb(lost) || jsonb_build_object(${column}::text, ${winnerId}::text) else to_jsonb(kept) end
    from ${rows} lost left join ${rows} kept on kept.${of} = ${winnerId} and ${isSame}
    where lost.${of} = ${loserId}`.execute(db)
  await sql`delete from ${rows} where ${of} = ${loserId}`.execute(db)
  await sql`
    delete from ${rows} kept using merge_row noted, jsonb_populate_record(null::${rows}, noted.winner_row) lost
    where noted.merge_id = ${id} and noted.table_name = ${table} and noted.winner_row <> noted.result_row
      and kept.${of} = ${winnerId} and ${isSame}`.execute(db)
  await sql`
    insert into ${rows} select fresh.* from merge_row noted, jsonb_populate_record(null::${rows}, noted.result_row) fresh
    where noted.merge_id = ${id} and noted.table_name = ${table} and noted.winner_row is distinct from noted.result_row`.execute(
    db,
  )
}

/** Gives each its own again, where the row has not been changed since. */
export async function returnPairs(db: Db, { id, winnerId }: Merge, { table, column, same }: PairedRows) {
  const [rows, of] = [sql.table(table), sql.ref(column)]
  const isSame = sql.join(
    same.map((name) => sql`now_there.${sql.ref(name)} = fresh.${sql.ref(name)}`),
    sql` and `,
  )
  const { rows: unchanged } = await sql<{ id: number }>`
    delete from ${rows} now_there using merge_row noted, jsonb_populate_record(null::${rows}, noted.result_row) fresh
    where noted.merge_id = ${id} and noted.table_name = ${table} and now_there.${of} = ${winnerId}
      and ${isSame} and now_there = fresh
    returning noted.id`.execute(db)
  await sql`
    insert into ${rows} select own.* from merge_row noted, lateral (
      select * from jsonb_populate_record(null::${rows}, noted.loser_row)
      union all select * from jsonb_populate_record(null::${rows}, noted.winner_row) where noted.winner_row is not null
    ) own
    where noted.id = any(${unchanged.map((row) => row.id)}::bigint[])
    on conflict do nothing`.execute(db)
}
