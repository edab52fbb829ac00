import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { PlaceNameKind } from '#shared/api/place/place-page.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import type { CatalogPlace } from './catalog-schema.ts'
import { listFurtherNames } from './further-names.ts'
import type { Catalog } from './read-catalog.ts'

/**
 * Inserts and updates the places of the catalogue with their further names, except for those that editors changed.
 * Returns the ids of all places by name, redirects included, and the ids of the places whose further names changed.
 */
export async function writeCatalogPlaces(db: Db, { places }: Catalog) {
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
    const written = await db
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
          .where('place.editedAt', 'is', null)
          .where(
            sql<boolean>`(place.lng, place.lat, place.country, place.province)
              is distinct from (excluded.lng, excluded.lat, excluded.country, excluded.province)`,
          ),
      )
      .returning('id')
      .execute()
    await invalidate(db, ...written.map(({ id }) => topic.place(id)))
  }
  const stored = await db
    .selectFrom('place')
    .select(['id', 'name', 'editedAt'])
    .where('mergedInto', 'is', null)
    .execute()
  const renamed = await writeFurtherNames(
    db,
    stored.flatMap(({ id, name, editedAt }) => {
      const place = places.get(name)
      return place === undefined || editedAt !== null ? [] : [{ id, place }]
    }),
  )
  await invalidate(db, ...renamed.map((id) => topic.place(id)))
  const ids = new Map([...redirects, ...stored.map(({ id, name }): [string, string | null] => [name, id])])
  return { placeIds: ids, renamed }
}

/** Writes the further names of those places whose names in the database differ, and returns the ids of these places. */
async function writeFurtherNames(db: Db, places: { id: string; place: CatalogPlace }[]): Promise<string[]> {
  const stored = new Map((await listStoredNames(db)).map(({ placeId, names }) => [placeId, names]))
  const changed = places
    .map(({ id, place }) => ({
      id,
      names: (place.namesInOrder ?? listFurtherNames(PlaceNameKind.options, place)).map(
        ({ name, kind }) => [kind, name] as const,
      ),
    }))
    .filter(({ id, names }) => JSON.stringify(names) !== JSON.stringify(stored.get(id) ?? []))
  const rows = changed.flatMap(({ id, names }) =>
    names.map(([kind, name], position) => ({ placeId: id, name, kind, position })),
  )
  for (let start = 0; start < changed.length; start += 1000) {
    const ids = changed.slice(start, start + 1000).map(({ id }) => id)
    await db.deleteFrom('placeName').where('placeId', 'in', ids).execute()
  }
  for (let start = 0; start < rows.length; start += 1000)
    await db
      .insertInto('placeName')
      .values(rows.slice(start, start + 1000))
      .execute()
  return changed.map(({ id }) => id)
}

/** Returns the further names of each place in their order; a name is a pair of its kind and its text. */
async function listStoredNames(db: Db): Promise<{ placeId: string; names: [kind: string, name: string][] }[]> {
  const { rows } = await sql<{ placeId: string; names: [string, string][] }>`
    select place_id, jsonb_agg(jsonb_build_array(kind, name) order by position) as names
    from place_name group by place_id`.execute(db)
  return rows
}
