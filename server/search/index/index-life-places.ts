import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { indexNames } from './index-names.ts'
import type { NameKey } from './list-named.ts'
import { lockIndex } from './lock-index.ts'

/**
 * Returns the keys of the places in the lives of people, and of further places given by their ids. Indexing a book
 * writes the entries of its own places only, so code that changes people must index these places too.
 */
export async function listLifePlaceKeys(
  db: Db,
  { personIds, placeIds }: { personIds: string[]; placeIds: string[] },
): Promise<NameKey[]> {
  const { rows } = await sql<{ name: string }>`
    select name from place where id = any(${placeIds}::uuid[])
    union
    select name from place where id in (select place_id from person_place where person_id = any(${personIds}::uuid[]))
  `.execute(db)
  return rows.map(({ name }) => ({ kind: 'place', name }))
}

const placesPerTransaction = 500

/** Rebuilds the index entries of all places in the lives of people, in transactions of 500 places. */
export async function reindexLifePlaces(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select name from place where id in (select place_id from person_place) order by name`.execute(db)
  for (let start = 0; start < rows.length; start += placesPerTransaction)
    await db.transaction().execute(async (db) => {
      await lockIndex(db)
      await indexNames(
        db,
        rows.slice(start, start + placesPerTransaction).map(({ name }) => ({ kind: 'place', name })),
      )
    })
}

/** Removes the index entries of places that were deleted without an index update. Takes the index lock. */
export async function removeDeletedPlaces(db: Db) {
  await lockIndex(db)
  await sql`delete from search_name where kind = 'place'
    and not exists (select from place where place.id = search_name.id)`.execute(db)
}
