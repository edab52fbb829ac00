import { sql } from 'kysely'
import type { BusyPlace, ContinentEntry, RegionEntry } from '#shared/api/place/place-directory.ts'
import { type Continent, continents } from '#shared/continent.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { continentOf, type RegionKey, regionOf } from '#server/catalogue/place/region.ts'

const placesOfRegion = 4
/** At most this number of places whose country is disputed is listed. */
const disputedPlaces = 100
const busiestPlaces = 12
/** The number of regions of each continent in the overview. */
const regionsInOverview = 5
/**
 * For this number of regions of each continent, the list of all regions also names places. All provinces of China are
 * among these regions. Further countries are listed without places, so that the page hardly grows with the catalogue.
 */
const regionsWithPlaces = (continent: Continent) => (continent === '中国' ? 34 : 8)

interface Region extends RegionKey {
  continent: Continent
  name: string
  countPlaces: number
}

interface RegionTotals {
  countPlaces: number
  countCountries: number
}

/**
 * Returns the regions that have places with books, in the order of the continents and within a continent by the number
 * of places, and beside them (`others`) the places whose country is disputed. All numbers are read from tables that
 * writes maintain.
 */
export async function listRegions(db: Db): Promise<RegionTotals & { list: RegionEntry[]; others: BusyPlace[] }> {
  const { regions, ...totals } = await readRegions(db)
  const groups = groupByContinent(regions)
  const named = groups.flatMap(({ continent, inside }) => inside.slice(0, regionsWithPlaces(continent)))
  const { placesOf, others } = await listPlaces(db, { regions: named, disputed: disputedPlaces, busiest: 0 })
  const list = groups.flatMap(({ inside }) => inside.map((region) => toEntry(region, placesOf(region))))
  return { list, others, ...totals }
}

/** Returns the places with most books, and for each continent the regions with most places. */
export async function readOverview(db: Db): Promise<RegionTotals & { busiest: BusyPlace[]; list: ContinentEntry[] }> {
  const { regions, ...totals } = await readRegions(db)
  const groups = groupByContinent(regions)
  const { busiest, placesOf } = await listPlaces(db, {
    regions: groups.flatMap(({ inside }) => inside.slice(0, regionsInOverview)),
    disputed: 0,
    busiest: busiestPlaces,
  })
  const list = groups.map(({ continent, inside }) => ({
    continent,
    countPlaces: inside.reduce((sum, { countPlaces }) => sum + countPlaces, 0),
    countRegions: inside.length,
    regions: inside.slice(0, regionsInOverview).map((region) => toEntry(region, placesOf(region))),
  }))
  return { busiest, list: list.filter(({ countPlaces }) => countPlaces > 0), ...totals }
}

const listRegionRows = compileOnce((db) => db.selectFrom('placeRegion').selectAll())

/**
 * Returns all regions with places, of which there are at most as many as countries and provinces. A place whose country
 * is disputed is in none of them, but counts among all places.
 */
async function readRegions(db: Db): Promise<RegionTotals & { regions: Region[] }> {
  const rows = await listRegionRows(db)
  const located = rows.filter(({ country }) => country !== '')
  const regions = located.map(({ country, province, countPlaces }) => ({
    country,
    province,
    continent: continentOf({ country }),
    name: regionOf({ name: '', country, province: province || null }),
    countPlaces,
  }))
  return {
    regions,
    countPlaces: rows.reduce((sum, { countPlaces }) => sum + countPlaces, 0),
    countCountries: new Set(located.map(({ country }) => country)).size,
  }
}

/** Groups regions by continent, in the order of the continents, those with most places first. */
function groupByContinent(regions: Region[]) {
  const sorted = regions.toSorted((a, b) => b.countPlaces - a.countPlaces || (a.name < b.name ? -1 : 1))
  const byContinent = Map.groupBy(sorted, ({ continent }) => continent)
  return continents.map((continent) => ({ continent, inside: byContinent.get(continent) ?? [] }))
}

interface PlacesOfRegions {
  /** Returns the places with most books of a region. */
  placesOf(region: RegionKey): BusyPlace[]
  /** The places whose country is disputed. */
  others: BusyPlace[]
  /** The places with most books in the world. */
  busiest: BusyPlace[]
}

/**
 * Reads, in one query, the places with most books of each of the given regions, at most `disputed` places whose country
 * is disputed, and the `busiest` places with most books in the world.
 */
async function listPlaces(
  db: Db,
  { regions, disputed, busiest }: { regions: RegionKey[]; disputed: number; busiest: number },
): Promise<PlacesOfRegions> {
  const { rows } = await sql<RegionKey & BusyPlace & { isOfWorld: boolean }>`
    select top.country, top.province, is_of_world, place.id, place.name, top.count_books from (
      select region.country, region.province, false as is_of_world, places.place_id, places.count_books
      from unnest(${regions.map(({ country }) => country)}::text[], ${regions.map(({ province }) => province)}::text[])
        region(country, province)
      cross join lateral (
        select place_id, count_books from place_count counted
        where counted.country = region.country and counted.province = region.province
        order by count_books desc, place_id limit ${sql.lit(placesOfRegion)}
      ) places
      union all
      (select country, province, false, place_id, count_books from place_count where country = '' and province = ''
        order by count_books desc, place_id limit ${disputed})
      union all
      (select country, province, true, place_id, count_books from place_count
        order by count_books desc, place_id limit ${busiest})
    ) top join place on place.id = top.place_id
    order by top.count_books desc, place.id`.execute(db)
  const byRegion = Map.groupBy(rows, (row) => (row.isOfWorld ? 'world' : keyOf(row)))
  const placesOf = (key: string) =>
    (byRegion.get(key) ?? []).map(({ id, name, countBooks }) => ({ id, name, countBooks }))
  return {
    placesOf: (region) => placesOf(keyOf(region)),
    others: placesOf(keyOf({ country: '', province: '' })),
    busiest: placesOf('world'),
  }
}

const keyOf = ({ country, province }: RegionKey) => `${country}/${province}`

function toEntry({ name, continent, countPlaces }: Region, places: BusyPlace[]): RegionEntry {
  return { region: name, continent, countPlaces, places }
}
