import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { listRedirects } from '#server/editing/redirects.ts'
import type { CatalogPlace } from './catalog-schema.ts'
import type { Catalog } from './read-catalog.ts'

/**
 * Inserts and updates the places of the catalogue with their further names, except for those that editors changed.
 * Returns the ids of all places by name, redirects included.
 */
export async function writeCatalogPlaces(db: Db, { places }: Catalog): Promise<Map<string, string | null>> {
  const redirects = await listRedirects(db, 'place')
  const values = [...places]
    .filter(([name]) => !redirects.has(name))
    .map(([name, { id, lng, lat, country, province }]) => ({
      id: id ?? newId(),
      name,
      lng,
      lat,
      country: country ?? null,
      province: province ?? null,
    }))
  for (let start = 0; start < values.length; start += 1000) {
    await db
      .insertInto('place')
      .values(values.slice(start, start + 1000))
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            lng: eb.ref('excluded.lng'),
            lat: eb.ref('excluded.lat'),
            country: eb.ref('excluded.country'),
            province: eb.ref('excluded.province'),
          }))
          .where('place.editedAt', 'is', null),
      )
      .execute()
  }
  const stored = await db.selectFrom('place').select(['id', 'name', 'editedAt']).execute()
  await writeFurtherNames(
    db,
    stored.flatMap(({ id, name, editedAt }) => {
      const place = places.get(name)
      return place === undefined || editedAt !== null ? [] : [{ id, place }]
    }),
  )
  return new Map([...redirects, ...stored.map(({ id, name }): [string, string] => [name, id])])
}

async function writeFurtherNames(db: Db, places: { id: string; place: CatalogPlace }[]) {
  const rows = places.flatMap(({ id, place }) =>
    (['old', 'foreign', 'other'] as const)
      .flatMap((kind) => (place[kind] ?? []).map((name) => ({ placeId: id, name, kind })))
      .map((row, position) => ({ ...row, position })),
  )
  for (let start = 0; start < places.length; start += 1000) {
    const ids = places.slice(start, start + 1000).map(({ id }) => id)
    await db.deleteFrom('placeName').where('placeId', 'in', ids).execute()
  }
  for (let start = 0; start < rows.length; start += 1000)
    await db
      .insertInto('placeName')
      .values(rows.slice(start, start + 1000))
      .execute()
}
