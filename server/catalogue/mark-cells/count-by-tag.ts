import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { allPlaces, allTags } from './mark-grid.ts'
import { changeUpTo, eachPeriod, sumAt } from './mark-periods.ts'

/**
 * Adds the difference between the new and the old marks of books to the numbers of books by tag and place. `marks` is a
 * query for the new marks with the columns of the table `mark`, which must still have the old ones. Locks the changed
 * numbers in the order of their keys.
 */
export async function countByTag(db: Db, bookIds: string[], marks: RawBuilder<unknown>) {
  const columns = sql`item_id, place_id, tag_ids, first_period, last_period`
  const { rows } = await sql<{ tagId: string; placeId: string; count: number }>`
    with change as (
      select ${columns}, 1 as sign from (${marks}) fresh
      union all
      select ${columns}, -1 from mark where item_id = any(${bookIds})
    ), difference as (
      select tag_id, place_id, first_period, last_period, sum(sign) as count
      from (${withWholeBooks(sql`change`)}) placed cross join unnest(tag_ids || ${allTags}::uuid) tag_id
      group by tag_id, place_id, first_period, last_period having sum(sign) <> 0
    )
    insert into place_tag_count as existing (tag_id, place_id, count, begun, ended)
    select tag_id, place_id, sum(count),
      ${eachPeriod((period) => changeUpTo(period, 'firstPeriod'))}, ${eachPeriod((period) => changeUpTo(period, 'lastPeriod'))}
    from difference group by tag_id, place_id order by tag_id, place_id
    on conflict (tag_id, place_id) do update set
      count = existing.count + excluded.count,
      begun = ${eachPeriod((period) => sumAt(period, 'begun'))},
      ended = ${eachPeriod((period) => sumAt(period, 'ended'))}
    returning tag_id, place_id, count`.execute(db)
  const empty = rows.filter(({ count }) => count === 0)
  if (empty.length === 0) return
  await sql`
    delete from place_tag_count
    using unnest(${empty.map(({ tagId }) => tagId)}::uuid[], ${empty.map(({ placeId }) => placeId)}::uuid[]) emptied(tag_id, place_id)
    where (place_tag_count.tag_id, place_tag_count.place_id) = (emptied.tag_id, emptied.place_id)`.execute(db)
}

/** Counts the books by tag and place anew. Must run in a transaction that has locked the marks exclusively. */
export async function recountByTag(db: Db) {
  await sql`delete from place_tag_count`.execute(db)
  await sql`insert into place_tag_count (${stored}) ${counted()}`.execute(db)
}

/** Counts the numbers of books by tag and place that differ from what `recountByTag` would write. Writes nothing. */
export async function countWrongTagCounts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      (select ${stored} from place_tag_count except ${counted()})
      union all (${counted()} except select ${stored} from place_tag_count)
    ) differing`.execute(db)
  return rows[0]?.count ?? 0
}

const stored = sql`tag_id, place_id, count, begun, ended`

/** Returns an SQL query for the numbers of books by tag and place, counted from the marks. */
function counted(): RawBuilder<unknown> {
  return sql`
    select tag_id, place_id, count(*)::integer,
      ${eachPeriod((period) => sql`count(*) filter (where first_period <= ${sql.lit(period)})`)},
      ${eachPeriod((period) => sql`count(*) filter (where last_period <= ${sql.lit(period)})`)}
    from (${withWholeBooks(sql`(select *, 1 as sign from mark where item_type = 'book') book`)}) placed
    cross join unnest(tag_ids || ${allTags}::uuid) tag_id
    group by tag_id, place_id`
}

/**
 * Adds to some marks of books one row for each book, with `allPlaces` as the place, so that a book with several places
 * is counted once in the whole world. A book has one such row for its old marks (`sign` −1) and one for its new marks
 * (`sign` 1).
 */
function withWholeBooks(marks: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select place_id, tag_ids, first_period, last_period, sign from ${marks}
    union all
    (select distinct on (item_id, sign) ${allPlaces}::uuid, tag_ids, first_period, last_period, sign from ${marks})`
}
