import { sql } from 'kysely'
import type { NamedPlace } from '#shared/api/place/place.ts'
import type { Db } from '#server/db/schema.ts'
import { readMeanings } from '#server/search/query/rank-books.ts'
import { rankNames } from '#server/search/query/rank-names.ts'
import { findInGazetteer, type GazetteerEntry, kilometresBetween, listGazetteerNear } from './gazetteer.ts'
import { type Located, regionOf } from './region.ts'

type PlaceRow = Located & { id: string; name: string; lng: number; lat: number }

const shown = 8
/** Farther than this, a place tells nothing of where a point is. */
const around = 60

/** Places by what they are called: those of books first, as the search ranks them, then what the map has a name for. */
export async function findPlaces(db: Db, typed: string): Promise<NamedPlace[]> {
  const meant = (await rankNames(db, await readMeanings(db, typed)))
    .filter(({ kind }) => kind === 'place')
    .slice(0, shown)
  const ids = meant.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await db.selectFrom('place').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ours = ids.flatMap((id) => byId.get(id) ?? [])
  const mapped = await findInGazetteer(typed, shown)
  const fresh = await withoutKnown(db, mapped)
  return [...ours.map(toNamed), ...(await withRegions(db, fresh))].slice(0, shown + 4)
}

/** Places around a point, the nearest first. */
export async function listPlacesNear(db: Db, lng: number, lat: number): Promise<NamedPlace[]> {
  const [rows, mapped] = await Promise.all([listNearest(db, lng, lat, shown), listGazetteerNear(lng, lat, shown)])
  const fresh = await withRegions(db, await withoutKnown(db, mapped))
  const distance = (place: NamedPlace) => kilometresBetween([lng, lat], [place.lng, place.lat])
  return [...rows.map(toNamed), ...fresh]
    .filter((place) => distance(place) < around)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 5)
}

/**
 * Guesses where a point lies from the nearest place that has a country. Near a border, or where the country is disputed,
 * an editor knows better.
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

/** A name is given once: of what the map calls like one of our places, ours alone is offered. */
async function withoutKnown(db: Db, entries: GazetteerEntry[]): Promise<GazetteerEntry[]> {
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
      lng,
      lat,
      region: regionOf({
        name,
        ...(country !== '' && country !== 'CN' ? { country, province: null } : await guessRegion(db, lng, lat)),
      }),
    })),
  )
}

/** Squares around the world in the map's grid, which `grid_x` and `grid_y` compute. */
const gridWidth = 2 ** 26

/**
 * The places nearest to a point, found by an index on the map's grid: Mercator's projection keeps shapes, so around a
 * point the order on the grid is that of the distances. Looks east and west, for the grid ends at the date line.
 */
async function listNearest(db: Db, lng: number, lat: number, limit: number, where = sql`true`): Promise<PlaceRow[]> {
  const nearest = (shift: number) => {
    const distance = sql`point(x, y) <-> point(grid_x(${lng}::float8) + ${shift}::integer, grid_y(${lat}::float8))`
    return sql`(
      select id, name, lng, lat, country, province, ${distance} as distance from place where ${where}
      order by ${distance} limit ${limit})`
  }
  const { rows } = await sql<PlaceRow & { distance: number }>`
    select * from (
      select distinct on (id) * from (
        ${nearest(0)} union all ${nearest(lng < 0 ? gridWidth : -gridWidth)}
      ) either order by id, distance
    ) near order by distance, id limit ${limit}`.execute(db)
  return rows.map(({ distance: _, ...place }) => place)
}

function toNamed({ id, name, lng, lat, ...located }: PlaceRow): NamedPlace {
  return { placeId: id, name, lng, lat, region: regionOf({ name, ...located }) }
}
