import { sql } from 'kysely'
import type { PersonNameKind } from '#shared/api/person/person.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'

/**
 * Adds the further names of the loser of a merge, and then the loser's main name, after the further names of the
 * winner. Records each name in `merge_row`: the row of the loser, and as `result_row` the new row of the winner, which
 * is null if the winner had the name already.
 */
export async function moveNames(db: Db, { id, loserId, winnerId }: Merge) {
  const mainKind = await kindOfMainName(db, loserId, winnerId)
  await sql`
    with lost as (
      select name, kind, position, to_jsonb(person_name) as row from person_name where person_id = ${loserId}
      union all select name, ${mainKind}, 100000, jsonb_build_object('name', name) from person where id = ${loserId}
        and name not in (select name from person_name where person_id = ${loserId})
    ), free as (
      select name, kind, row_number() over (order by position, name) as turn from lost
      where name not in (select name from person where id = ${winnerId})
        and name not in (select name from person_name where person_id = ${winnerId})
    ), moved as (
      insert into person_name (person_id, name, kind, position)
      select ${winnerId}::uuid, name, kind,
        turn + (select coalesce(max(position), -1) from person_name where person_id = ${winnerId})
      from free returning *
    )
    insert into merge_row (merge_id, table_name, loser_row, result_row)
    select ${id}, 'person_name', lost.row, to_jsonb(moved) from lost left join moved using (name)`.execute(db)
}

/** Undoes `moveNames`; names that the winner got since the merge stay. Must run while both people exist. */
export async function restoreNames(db: Db, { id, loserId, winnerId }: Merge) {
  await sql`
    delete from person_name using merge_row noted
    where merge_id = ${id} and table_name = 'person_name' and result_row is not null
      and person_id = ${winnerId} and person_name.name = result_row ->> 'name'`.execute(db)
  await sql`
    insert into person_name select own.* from merge_row, jsonb_populate_record(null::person_name, loser_row) own
    where merge_id = ${id} and table_name = 'person_name' and own.person_id = ${loserId}`.execute(db)
}

/**
 * Chooses the kind that the loser's main name has as a further name of the winner: an original name if it is not
 * written in Chinese, a translated name if the winner has an original name, else a pen name. An editor may change it
 * afterwards.
 */
async function kindOfMainName(db: Db, loserId: string, winnerId: string): Promise<PersonNameKind> {
  const { rows } = await sql<{ name: string; isForeign: boolean }>`
    select name, exists (
      select from person_name where person_id = ${winnerId} and kind = 'original'
    ) as is_foreign from person where id = ${loserId}`.execute(db)
  const [loser] = rows
  if (loser !== undefined && !/\p{Script=Han}/u.test(loser.name)) return 'original'
  return loser?.isForeign ? 'translated' : 'pen'
}
