import { topic } from '#server/cache/topics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ItemType } from '#shared/api/place/mark.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'
import { allTags, bitsBelowCell, maxRollUpZoom } from './mark-grid.ts'
import { type ReducedCell, narrowCells } from './narrow-cells.ts'

/** More at once would make one statement of minutes. */
const itemsAtOnce = 500

/**
 * Sets the marks of some books to what their places and tags now say, and the cells with them; within the transaction
 * that changed those. A book that is gone loses its marks.
 */
export async function pinBooks(db: Db, ids: string[]) {
  await pinItems(db, 'book', ids)
}

/** The same for videos. */
export async function pinVideos(db: Db, ids: string[]) {
  await pinItems(db, 'video', ids)
}

async function pinItems(db: Db, itemType: ItemType, ids: string[]) {
  if (ids.length === 0) return
  // All cells are taken in one order within a statement, not over several: whoever needs more than one works alone.
  await lockMarks(db, ids.length > itemsAtOnce ? 'alone' : 'shared')
  for (let start = 0; start < ids.length; start += itemsAtOnce) {
    const some = ids.slice(start, start + itemsAtOnce)
    // Two writers of one item must not both take its old marks off the cells; and its popularity stays while it is copied.
    await sql`select from ${sql.table(itemType)} where id = any(${some}) order by id for no key update`.execute(db)
    await setMarks(db, some, marksOf(itemType, some))
  }
  await invalidate(db, topic.marks)
}

/** Writers of marks keep out whoever counts all cells anew, not each other. Ends with the transaction. */
export async function lockMarks(db: Db, how: 'shared' | 'alone') {
  await lockUntilCommit(db, 'marks', how === 'alone' ? 'exclusive' : 'shared')
}

/** The marks some items ought to have: rows like those of `mark`. */
function marksOf(itemType: ItemType, ids: string[]): RawBuilder<unknown> {
  const itemId = sql.ref(`${itemType}Id`)
  return sql`
    select item.id as item_id, place.id as place_id, ${itemType}::text as item_type, place.x, place.y, place.morton_code,
      item.popularity,
      array(select tag_id from ${sql.table(`${itemType}Tag`)} where ${itemId} = item.id order by tag_id) as tag_ids
    from (
      select distinct ${itemId} as item_id, place_id from ${sql.table(`${itemType}Place`)} where ${itemId} = any(${ids})
    ) pinned
    join ${sql.table(itemType)} item on item.id = pinned.item_id
    join place on place.id = pinned.place_id`
}

/** The cells come first: their locks are what makes writers of neighbouring marks wait for each other. */
async function setMarks(db: Db, ids: string[], marks: RawBuilder<unknown>) {
  const lost = await moveCells(db, ids, marks)
  await sql`
    delete from mark where item_id = any(${ids})
    and (item_id, place_id) not in (select item_id, place_id from (${marks}) fresh)`.execute(db)
  await sql`
    insert into mark (item_id, place_id, item_type, x, y, morton_code, popularity, tag_ids)
    select item_id, place_id, item_type, x, y, morton_code, popularity, tag_ids from (${marks}) fresh
    on conflict (item_id, place_id) do update set
      x = excluded.x, y = excluded.y, morton_code = excluded.morton_code, popularity = excluded.popularity, tag_ids = excluded.tag_ids
    where (mark.morton_code, mark.popularity, mark.tag_ids) is distinct from (excluded.morton_code, excluded.popularity, excluded.tag_ids)`.execute(
    db,
  )
  await narrowCells(db, lost)
}

/**
 * Adds to every cell what the fresh marks have over the old, which may be less than nothing. Returns the cells that may
 * now be empty, or reach less far than they say.
 */
async function moveCells(db: Db, ids: string[], marks: RawBuilder<unknown>): Promise<ReducedCell[]> {
  const { rows } = await sql<ReducedCell>`
    with difference as (
      select tag_id, morton_code, x, y, sum(sign) as count
      from (
        select morton_code, x, y, tag_ids, 1 as sign from (${marks}) fresh
        union all
        select morton_code, x, y, tag_ids, -1 from mark where item_id = any(${ids})
      ) change
      cross join unnest(tag_ids || ${allTags}::uuid) tag_id
      group by tag_id, morton_code, x, y
      having sum(sign) <> 0
    ), delta as (
      select tag_id, z, morton_code >> (${bitsBelowCell(0)}::integer - 2 * z) as cell,
        sum(count) as count, sum(count * x) as sum_x, sum(count * y) as sum_y,
        min(morton_code) filter (where count > 0) as min_morton_code, max(morton_code) filter (where count > 0) as max_morton_code,
        min(morton_code) filter (where count < 0) as first_gone, max(morton_code) filter (where count < 0) as last_gone
      from difference cross join generate_series(0, ${maxRollUpZoom}::integer) z
      group by tag_id, z, cell
    ), written as (
      insert into mark_cell as existing (tag_id, z, cell, count, sum_x, sum_y, min_morton_code, max_morton_code)
      select tag_id, z, cell, count, sum_x, sum_y,
        -- A cell that gains nothing is there already, and its reach stays as it is.
        coalesce(min_morton_code, 9223372036854775807), coalesce(max_morton_code, -1)
      from delta order by tag_id, z, cell
      on conflict (tag_id, z, cell) do update set
        count = existing.count + excluded.count,
        sum_x = existing.sum_x + excluded.sum_x, sum_y = existing.sum_y + excluded.sum_y,
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

/** Books that are at places but have no marks, or whose marks are not where their places are. */
export async function listMisplacedBooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct book_id as id from book_place
    join place on place.id = place_id
    left join mark on mark.item_id = book_id and mark.place_id = place.id
    where mark.morton_code is distinct from place.morton_code`.execute(db)
  return rows.map(({ id }) => id)
}
