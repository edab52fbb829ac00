import type { PlaceName } from '#shared/api/place/place-page.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Returns the further names of a place in the order that editors chose. */
export async function listPlaceNames(db: Db, placeId: string): Promise<PlaceName[]> {
  return db
    .selectFrom('placeName')
    .select(['name', 'kind'])
    .where('placeId', '=', placeId)
    .orderBy('position')
    .orderBy('name')
    .execute()
}

/**
 * Replaces the further names of a place; a name that is given twice is stored once. Must run in the transaction that
 * locked the place.
 */
export async function writePlaceNames(db: Db, placeId: string, names: PlaceName[]) {
  await db.deleteFrom('placeName').where('placeId', '=', placeId).execute()
  const rows = [...new Map(names.map((one) => [one.name, one])).values()].map(({ name, kind }, position) => ({
    placeId,
    name,
    kind,
    position,
  }))
  if (rows.length > 0) await db.insertInto('placeName').values(rows).execute()
}
