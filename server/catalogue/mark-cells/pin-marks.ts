import { topic } from '#server/platform/cache/topics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countByTag } from './count-by-tag.ts'
import { countPlaces, recountPlaces } from './count-places.ts'
import { lockMarks } from './lock-marks.ts'
import { allTags, bitsBelowCell, bitsBelowTile, maxRollUpZoom } from './mark-grid.ts'
import { eachPeriod, periodOf, sumAt } from './mark-periods.ts'
import { isOfStory, marksOf } from './marks-of-items.ts'
import { type ReducedCell, narrowCells } from './narrow-cells.ts'
import { recountMarks } from './recount-marks.ts'
import { sumCells } from './sum-cells.ts'

/** The number of books or videos whose marks one statement updates. With more, a statement may take minutes. */
const batchSize = 500

/**
 * Updates the marks of books or videos on the map, the cells that count the marks, and the numbers of books by place
 * and tag, from the places, tags and years of these items. Must run in the transaction that changed them. The marks of
 * deleted items are removed. Locks the items and invalidates the cached pages that show marks.
 */
export async function pinItems(db: Db, itemType: ItemType, ids: string[]) {
  if (ids.length === 0) return
  if (await isMostOfAll(db, ids.length)) return pinMost(db, itemType, ids)
  // A single statement locks map cells in a fixed order, but several statements do not. Several batches therefore need
  // the exclusive lock on the marks, which prevents deadlocks.
  await lockMarks(db, ids.length > batchSize ? 'exclusive' : 'shared')
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    // Locks the books or videos, so that concurrent transactions do not subtract the same old marks twice, and the
    // popularity does not change while it is copied.
    await sql`select from ${sql.table(itemType)} where id = any(${batch}) order by id for no key update`.execute(db)
    const before = await listPlacesOf(db, batch)
    await setMarks(db, itemType, batch)
    if (itemType === 'book') await countPlaces(db, [...before, ...(await listPlacesOf(db, batch))])
  }
  await invalidate(db, topic.marks)
}

/** The number of items from which counting all marks anew may take less time than counting the differences. */
const fewestForRecount = 5000

/** Tells whether the map has so few other marks that counting all marks anew is quicker than adding the differences. */
async function isMostOfAll(db: Db, countItems: number): Promise<boolean> {
  if (countItems < fewestForRecount) return false
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from mark limit ${countItems * marksPerItem}) counted`.execute(db)
  return (rows[0]?.count ?? 0) < countItems * marksPerItem
}

/**
 * If the map has fewer marks per written book or video than this number, counting all marks anew is quicker than adding
 * the differences. The number is greater than one because many books and videos have several marks, and adding the
 * differences handles every mark by itself.
 */
const marksPerItem = 20

/**
 * Does what `pinItems` does, for a very large number of books or videos: instead of adding the differences, it counts
 * all cells and all numbers of books anew.
 */
async function pinMost(db: Db, itemType: ItemType, ids: string[]) {
  await lockMarks(db, 'exclusive')
  for (let start = 0; start < ids.length; start += batchSize * 10) {
    const batch = ids.slice(start, start + batchSize * 10)
    await sql`select from ${sql.table(itemType)} where id = any(${batch}) order by id for no key update`.execute(db)
    await sql`delete from mark where item_id = any(${batch})`.execute(db)
    await insertMarks(db, marksOf(itemType, batch))
  }
  await recountMarks(db)
  if (itemType === 'book') await recountPlaces(db)
  await invalidate(db, topic.marks)
}

async function listPlacesOf(db: Db, itemIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('mark').select('placeId').distinct().where('itemId', 'in', itemIds).execute()
  return rows.map(({ placeId }) => placeId)
}

/**
 * Writes the marks of books or videos. The cells are written first, because their locks make concurrent transactions
 * with neighbouring marks wait.
 */
async function setMarks(db: Db, itemType: ItemType, ids: string[]) {
  const marks = marksOf(itemType, ids)
  const reduced = await updateCells(db, ids, marks)
  if (itemType === 'book') await countByTag(db, ids, marks)
  await sql`
    delete from mark where item_id = any(${ids})
    and (item_id, place_id) not in (select item_id, place_id from (${marks}) fresh)`.execute(db)
  await insertMarks(db, marks)
  await narrowCells(db, reduced)
}

/** Inserts marks, and updates those that exist and differ. */
async function insertMarks(db: Db, marks: RawBuilder<unknown>) {
  await sql`
    insert into mark (item_id, place_id, item_type, kind, x, y, morton_code, popularity, tag_ids, first_period, last_period)
    select item_id, place_id, item_type, kind, x, y, morton_code, popularity, tag_ids, first_period, last_period
    from (${marks}) fresh
    on conflict (item_id, place_id) do update set
      kind = excluded.kind, x = excluded.x, y = excluded.y, morton_code = excluded.morton_code, popularity = excluded.popularity,
      tag_ids = excluded.tag_ids, first_period = excluded.first_period, last_period = excluded.last_period
    where (mark.kind, mark.morton_code, mark.popularity, mark.tag_ids, mark.first_period, mark.last_period)
      is distinct from (excluded.kind, excluded.morton_code, excluded.popularity, excluded.tag_ids, excluded.first_period,
        excluded.last_period)`.execute(db)
}

/**
 * Adds the difference between the new and the old marks to the stored cells of the map. A book or video counts once in
 * a cell, however many marks it has there. Returns the cells that may be empty now, and those whose range of Morton
 * codes may have become smaller.
 */
async function updateCells(db: Db, ids: string[], marks: RawBuilder<unknown>): Promise<ReducedCell[]> {
  const { rows } = await sql<ReducedCell>`
    with item_in_cell as (
      select item_id, z, cell, tag_ids, first_period, last_period, sign, count(*) as count_marks,
        sum(x) as sum_x, sum(y) as sum_y, min(morton_code) as min_morton_code, max(morton_code) as max_morton_code
      from (
        select item_id, morton_code, x, y, tag_ids, first_period, last_period, 1 as sign from (${marks}) fresh
        union all
        select item_id, morton_code, x, y, tag_ids, first_period, last_period, -1 from mark where item_id = any(${ids})
      ) change
      cross join generate_series(0, ${maxRollUpZoom}::integer) zoom
      join mark_tile on (mark_tile.z, mark_tile.tile) = (zoom, morton_code >> (${bitsBelowTile(0)}::integer - 2 * zoom))
      cross join lateral (select morton_code >> (${bitsBelowCell(0)}::integer - 2 * z) as cell) located
      group by item_id, z, cell, tag_ids, first_period, last_period, sign
    ), difference as (
      select tag_id, z, cell, first_period, last_period, sum(sign) as count, sum(sign) * count_marks as count_marks,
        sum(sign) * sum_x as sum_x, sum(sign) * sum_y as sum_y, min_morton_code, max_morton_code
      from item_in_cell cross join unnest(tag_ids || ${allTags}::uuid) tag_id
      group by item_id, tag_id, z, cell, first_period, last_period, count_marks, sum_x, sum_y,
        min_morton_code, max_morton_code
      having sum(sign) <> 0
    ), delta as (${sumCells}), written as (
      insert into mark_cell as existing (
        tag_id, z, cell, count, count_marks, sum_x, sum_y, begun, ended, min_morton_code, max_morton_code)
      select tag_id, z, cell, count, count_marks, sum_x, sum_y, begun, ended,
        -- A cell without new marks exists already; these values leave its range unchanged.
        coalesce(min_morton_code, 9223372036854775807), coalesce(max_morton_code, -1)
      from delta order by tag_id, z, cell
      on conflict (tag_id, z, cell) do update set
        count = existing.count + excluded.count, count_marks = existing.count_marks + excluded.count_marks,
        sum_x = existing.sum_x + excluded.sum_x, sum_y = existing.sum_y + excluded.sum_y,
        begun = ${eachPeriod((period) => sumAt(period, 'begun'))},
        ended = ${eachPeriod((period) => sumAt(period, 'ended'))},
        min_morton_code = least(existing.min_morton_code, excluded.min_morton_code),
        max_morton_code = greatest(existing.max_morton_code, excluded.max_morton_code)
      returning tag_id, z, cell, count, min_morton_code, max_morton_code
    )
    select tag_id, z, cell, written.count = 0 as is_empty
    from written join delta using (tag_id, z, cell)
    where first_gone is not null and (written.count = 0 or written.min_morton_code <> written.max_morton_code
      and (first_gone <= written.min_morton_code or last_gone >= written.max_morton_code))`.execute(db)
  return rows
}

/**
 * Returns the ids of books whose marks on the map are missing, are not at the coordinates of their places, or do not
 * have the periods of the book's years.
 */
export async function listMisplacedBooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct book_id as id from (select * from book_place where ${isOfStory}) pinned
    join book on book.id = book_id
    join place on place.id = place_id
    left join mark on mark.item_id = book_id and mark.place_id = place.id
    where (mark.morton_code, mark.first_period, mark.last_period)
      is distinct from (place.morton_code, ${periodOf(sql.ref('eraFrom'))}, ${periodOf(sql.ref('eraTo'))})`.execute(db)
  return rows.map(({ id }) => id)
}
