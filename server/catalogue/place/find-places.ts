import { sql } from 'kysely'
import type { NamedPlace } from '#shared/api/place/place.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readQuery } from '#server/search/query/read-meanings.ts'
import { rankNames } from '#server/search/query/rank-names.ts'
import { findInGazetteer, type GazetteerEntry, kilometresBetween, listGazetteerNear } from './gazetteer.ts'
import { listNearest, type PlaceRow } from './list-nearest.ts'
import { type Located, regionOf } from './region.ts'

const maxPlaces = 8
/** Kilometres around a point within which places are listed, to help an editor recognise where the point is. */
const nearbyKilometres = 60

/**
 * Finds places by name: first the places of books and people, ranked as in the search, then entries of the basemap's
 * gazetteer.
 */
export async function findPlaces(db: Db, query: string): Promise<NamedPlace[]> {
  const meant = (await rankNames(db, await readQuery(db, query)))
    .filter(({ kind }) => kind === 'place')
    .slice(0, maxPlaces)
  const ids = meant.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await db.selectFrom('place').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const places = meant.flatMap(({ id, variant }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ ...toNamed(row), variant: variant || null }]
  })
  const mapped = await findInGazetteer(query, maxPlaces)
  const added = await withoutExistingNames(db, mapped)
  return [...places, ...(await withRegions(db, added))].slice(0, maxPlaces + 4)
}

/** Returns at most five places and gazetteer entries around a point, the nearest first. */
export async function listPlacesNear(db: Db, lng: number, lat: number): Promise<NamedPlace[]> {
  const [rows, mapped] = await Promise.all([
    listNearest(db, lng, lat, maxPlaces),
    listGazetteerNear(lng, lat, maxPlaces),
  ])
  const added = await withRegions(db, await withoutExistingNames(db, mapped))
  const distance = (place: NamedPlace) => kilometresBetween([lng, lat], [place.lng, place.lat])
  return [...rows.map(toNamed), ...added]
    .filter((place) => distance(place) < nearbyKilometres)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 5)
}

/**
 * Guesses the country and province of a point from the nearest place that has a country. The guess may be wrong near a
 * border or where the country is disputed, so an editor must check it.
 */
export async function guessRegion(db: Db, lng: number, lat: number): Promise<Located> {
  const [[known], [mapped]] = await Promise.all([
    listNearest(db, lng, lat, 1, sql`country is not null`),
    listGazetteerNear(lng, lat, 1),
  ])
  const distanceTo = (place: { lng: number; lat: number }) => kilometresBetween([lng, lat], [place.lng, place.lat])
  const isMappedNearer = known === undefined || (mapped !== undefined && distanceTo(mapped) < distanceTo(known))
  const country = isMappedNearer ? (mapped?.country ?? '') : ''
  if (country !== '' && country !== 'CN') return { country, province: null }
  if (country !== 'CN') return known ?? { country: 'CN', province: '北京' }
  const [inChina] = await listNearest(db, lng, lat, 1, sql`country = 'CN'`)
  return inChina ?? { country: 'CN', province: '北京' }
}

/** Leaves out the gazetteer entries whose name a place already has, because the names of places are unique. */
async function withoutExistingNames(db: Db, entries: GazetteerEntry[]): Promise<GazetteerEntry[]> {
  const names = [...new Set(entries.map(({ name }) => name))]
  if (names.length === 0) return []
  const rows = await db.selectFrom('place').select('name').where('name', 'in', names).execute()
  const known = new Set(rows.map(({ name }) => name))
  return entries.filter(({ name }) => !known.has(name))
}

function withRegions(db: Db, entries: GazetteerEntry[]): Promise<NamedPlace[]> {
  return Promise.all(
    entries.map(async ({ name, lng, lat, country }) => ({
      placeId: null,
      name,
      variant: null,
      lng,
      lat,
      region: regionOf({
        name,
        ...(country !== '' && country !== 'CN' ? { country, province: null } : await guessRegion(db, lng, lat)),
      }),
    })),
  )
}

function toNamed({ id, name, lng, lat, ...located }: PlaceRow): NamedPlace {
  return { placeId: id, name, variant: null, lng, lat, region: regionOf({ name, ...located }) }
}
