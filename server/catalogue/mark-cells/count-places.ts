import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import { allTags } from './mark-grid.ts'
import { isOfStory } from './marks-of-items.ts'

/**
 * Updates the number of books that write about these places and the number of places in their regions. Must run in the
 * transaction that changed the books or the regions of the places, after `countByTag`. Takes an exclusive lock if any
 * number has changed.
 */
export async function countPlaces(db: Db, placeIds: string[]) {
  const changed = await listMiscountedPlaces(db, placeIds)
  if (changed.length === 0) return
  await invalidate(db, ...changed.map((id) => topic.place(id)))
  // The numbers of a region are counted anew, so concurrent transactions must count one after another.
  await lockUntilCommit(db, 'place counts', 'exclusive')
  const regions = await removeCounts(db, changed)
  const added = await sql<Region>`
    insert into place_count (place_id, country, province, count_books)
    select * from (${countsOf(changed)}) counted where count_books > 0 returning country, province`.execute(db)
  await countRegions(db, [...regions, ...added.rows])
}

/** Counts the books at all places anew. Must run in a transaction; takes an exclusive lock. */
export async function recountPlaces(db: Db) {
  await lockUntilCommit(db, 'place counts', 'exclusive')
  await invalidate(db, ...(await listMiscountedPlaces(db)).map((id) => topic.place(id)))
  await sql`delete from place_count`.execute(db)
  await sql`delete from place_region`.execute(db)
  await sql`
    insert into place_count (place_id, country, province, count_books)
    select place.id, coalesce(country, ''), coalesce(province, ''), count(distinct book_id)
    from book_place join place on place.id = place_id where ${isOfStory} group by place.id`.execute(db)
  await sql`
    insert into place_region (country, province, count_places)
    select country, province, count(*) from place_count group by country, province`.execute(db)
}

/** Tells whether the stored numbers of places of all regions are right. Writes nothing. */
export async function areRegionsRight(db: Db): Promise<boolean> {
  const counted = sql`select country, province, count(*)::integer from place_count group by country, province`
  const stored = sql`select country, province, count_places from place_region`
  const { rows } = await sql`(${counted} except ${stored}) union all (${stored} except ${counted})`.execute(db)
  return rows.length === 0
}

interface Region {
  country: string
  province: string
}

/**
 * Returns an SQL query for the region and the number of books of each place. For given places, the number is the sum of
 * the stored numbers by tag and place. For all places, the books are counted.
 */
function countsOf(placeIds?: string[]) {
  const count =
    placeIds === undefined
      ? sql`select count(distinct book_id) from book_place where place_id = place.id and ${isOfStory}`
      : sql`select coalesce(sum(count), 0) from place_tag_count where tag_id = ${allTags} and place_id = place.id`
  return sql`
    select id as place_id, coalesce(country, '') as country, coalesce(province, '') as province, (${count}) as count_books
    from place where ${placeIds === undefined ? sql`true` : sql`id = any(${placeIds}::uuid[])`}`
}

/** Returns those of the places whose stored counts are wrong; looks at all places if no ids are given. */
export async function listMiscountedPlaces(db: Db, placeIds?: string[]): Promise<string[]> {
  if (placeIds?.length === 0) return []
  const { rows } = await sql<{ placeId: string }>`
    select counted.place_id from (${countsOf(placeIds)}) counted left join place_count stored using (place_id)
    where (counted.country, counted.province, counted.count_books)
      is distinct from (coalesce(stored.country, counted.country), coalesce(stored.province, counted.province),
        coalesce(stored.count_books, 0))`.execute(db)
  return rows.map(({ placeId }) => placeId)
}

async function removeCounts(db: Db, placeIds: string[]): Promise<Region[]> {
  const { rows } = await sql<Region>`
    delete from place_count where place_id = any(${placeIds}::uuid[]) returning country, province`.execute(db)
  return rows
}

async function countRegions(db: Db, regions: Region[]) {
  const countries = sql`unnest(${regions.map(({ country }) => country)}::text[],
    ${regions.map(({ province }) => province)}::text[]) changed(country, province)`
  await sql`
    delete from place_region using ${countries}
    where (place_region.country, place_region.province) = (changed.country, changed.province)`.execute(db)
  await sql`
    insert into place_region (country, province, count_places)
    select country, province, count(*) from place_count
    where (country, province) in (select country, province from ${countries})
    group by country, province`.execute(db)
}
