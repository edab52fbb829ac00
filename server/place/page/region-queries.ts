import { sql } from 'kysely'
import type { BusyPlace, ContinentEntry, RegionEntry } from '#shared/api/place/place-directory.ts'
import { type Continent, continents } from '#shared/continent.ts'
import type { Db } from '#server/db/schema.ts'
import { continentOf, type RegionKey, regionOf } from '#server/place/region.ts'

const placesOfRegion = 4
/** Places whose country is disputed are regions of their own. At most this number of them is listed. */
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
 * of places. All numbers are read from tables that writes maintain.
 */
export async function listRegions(db: Db): Promise<RegionTotals & { list: RegionEntry[] }> {
  const { regions, disputed, ...totals } = await readRegions(db)
  const groups = groupByContinent(regions)
  const named = groups.flatMap(({ continent, inside }) => inside.slice(0, regionsWithPlaces(continent)))
  const placesOf = await listPlacesOf(db, named)
  const ownRegions = disputed === 0 ? [] : await listDisputedPlaces(db, disputedPlaces)
  const list = groups.flatMap(({ continent, inside }) => [
    ...inside.map((region) => toEntry(region, placesOf(region))),
    ...(continent === continentOf(null) ? ownRegions.map(toOwnRegion) : []),
  ])
  return { list, ...totals }
}

/** Returns the places with most books, and for each continent the regions with most places. */
export async function readOverview(db: Db): Promise<RegionTotals & { busiest: BusyPlace[]; list: ContinentEntry[] }> {
  const { regions, disputed, ...totals } = await readRegions(db)
  const groups = groupByContinent(regions)
  const [busiest, ownRegions, placesOf] = await Promise.all([
    listBusiestPlaces(db),
    disputed === 0 ? [] : listDisputedPlaces(db, regionsInOverview),
    listPlacesOf(
      db,
      groups.flatMap(({ inside }) => inside.slice(0, regionsInOverview)),
    ),
  ])
  const list = groups.map(({ continent, inside }) => {
    const own = continent === continentOf(null) ? ownRegions.map(toOwnRegion) : []
    const first = inside.slice(0, regionsInOverview).map((region) => toEntry(region, placesOf(region)))
    const countOwn = own.length === 0 ? 0 : disputed
    return {
      continent,
      countPlaces: inside.reduce((sum, { countPlaces }) => sum + countPlaces, countOwn),
      countRegions: inside.length + Math.min(countOwn, disputedPlaces),
      regions: [...first, ...own].slice(0, regionsInOverview),
    }
  })
  return { busiest, list: list.filter(({ countPlaces }) => countPlaces > 0), ...totals }
}

/**
 * Returns all regions with places, of which there are at most as many as countries and provinces, and the number of
 * places whose country is disputed.
 */
async function readRegions(db: Db): Promise<RegionTotals & { regions: Region[]; disputed: number }> {
  const rows = await db.selectFrom('placeRegion').selectAll().execute()
  const located = rows.filter(({ country }) => country !== '')
  const regions = located.map(({ country, province, countPlaces }) => ({
    country,
    province,
    continent: continentOf(country),
    name: regionOf({ name: '', country, province: province || null }),
    countPlaces,
  }))
  return {
    regions,
    disputed: rows.find(({ country }) => country === '')?.countPlaces ?? 0,
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

/**
 * Reads the places with most books in each of the given regions. Returns a function that returns the places of one
 * region.
 */
async function listPlacesOf(db: Db, regions: RegionKey[]): Promise<(region: RegionKey) => BusyPlace[]> {
  const { rows } = await sql<RegionKey & BusyPlace>`
    select region.country, region.province, place.id, place.name, top.count_books
    from unnest(${regions.map(({ country }) => country)}::text[], ${regions.map(({ province }) => province)}::text[])
      region(country, province)
    cross join lateral (
      select place_id, count_books from place_count counted
      where counted.country = region.country and counted.province = region.province
      order by count_books desc, place_id limit ${sql.lit(placesOfRegion)}
    ) top join place on place.id = top.place_id
    order by top.count_books desc, place.id`.execute(db)
  const byRegion = Map.groupBy(rows, keyOf)
  return (region) => (byRegion.get(keyOf(region)) ?? []).map(({ id, name, countBooks }) => ({ id, name, countBooks }))
}

const keyOf = ({ country, province }: RegionKey) => `${country}/${province}`

async function listDisputedPlaces(db: Db, limit: number): Promise<BusyPlace[]> {
  const { rows } = await sql<BusyPlace>`
    select place.id, place.name, counted.count_books from (
      select place_id, count_books from place_count where country = '' and province = ''
      order by count_books desc, place_id limit ${limit}
    ) counted join place on place.id = counted.place_id order by counted.count_books desc, place.id`.execute(db)
  return rows
}

async function listBusiestPlaces(db: Db): Promise<BusyPlace[]> {
  const { rows } = await sql<BusyPlace>`
    select place.id, place.name, counted.count_books from (
      select place_id, count_books from place_count order by count_books desc, place_id limit ${sql.lit(busiestPlaces)}
    ) counted join place on place.id = counted.place_id order by counted.count_books desc, place.id`.execute(db)
  return rows
}

function toEntry({ name, continent, countPlaces }: Region, places: BusyPlace[]): RegionEntry {
  return { region: name, continent, countPlaces, places }
}

/** Returns a place whose country is disputed as a region of its own. */
function toOwnRegion(place: BusyPlace): RegionEntry {
  return { region: place.name, continent: continentOf(null), countPlaces: 1, places: [place] }
}
