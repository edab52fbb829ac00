import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { mutualKinds } from '#server/catalogue/relation/relation-queries.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'

/**
 * Moves the relations of the losing book of a merge to the winner, and records them in `merge_row`. A relation between
 * the two books, and one that the winner has already, perhaps in the other direction, is dropped. Must run in the
 * transaction of the merge.
 */
export async function moveRelations(db: Db, { id, loserId, winnerId }: Merge) {
  await sql`
    with lost as (
      delete from book_relation where ${loserId} in (from_book_id, to_book_id) returning *
    ), noted as (
      insert into merge_row (merge_id, table_name, loser_row)
      select ${id}, 'book_relation', to_jsonb(lost) from lost
    )
    select from lost`.execute(db)
  await sql`
    with moved as (
      select noted.id, case when from_book_id = ${loserId} then ${winnerId}::uuid else from_book_id end as from_book_id,
        case when to_book_id = ${loserId} then ${winnerId}::uuid else to_book_id end as to_book_id,
        own.kind, sentence, catalog_hash, edited_at, removed_at
      from merge_row noted, jsonb_populate_record(null::book_relation, loser_row) own
      where merge_id = ${id} and table_name = 'book_relation'
    ), written as (
      insert into book_relation (from_book_id, to_book_id, kind, sentence, catalog_hash, edited_at, removed_at)
      select from_book_id, to_book_id, kind, sentence, catalog_hash, edited_at, removed_at
      from moved where from_book_id <> to_book_id and (kind = any(${mutualKinds}) or not exists (
        select from book_relation own where own.kind = moved.kind and own.removed_at is null
          and own.from_book_id = moved.to_book_id and own.to_book_id = moved.from_book_id
      ))
      on conflict do nothing returning *
    )
    update merge_row set result_row = to_jsonb(written)
    from moved join written using (from_book_id, to_book_id, kind) where merge_row.id = moved.id`.execute(db)
}

/** Undoes `moveRelations`; relations of the winner that were changed since the merge stay. */
export async function restoreRelations(db: Db, { id }: Merge) {
  await sql`
    delete from book_relation present using merge_row noted, jsonb_populate_record(null::book_relation, result_row) moved
    where merge_id = ${id} and table_name = 'book_relation' and result_row is not null and present = moved`.execute(db)
  await sql`
    insert into book_relation select own.* from merge_row, jsonb_populate_record(null::book_relation, loser_row) own
    where merge_id = ${id} and table_name = 'book_relation' on conflict do nothing`.execute(db)
}
