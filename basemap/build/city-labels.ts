import type { City } from './geonames-reader.ts'
import { type Label, toLabel } from './label.ts'
import { languageOf } from './language-of.ts'
import { readWorldCities, type WorldCity } from './name-tables.ts'

/** A function that returns the names of cities in the given language; the keys of the map are GeoNames numbers. */
type LocalNames = (language: string) => Map<string, string>
interface Placed extends WorldCity {
  city: City
  /**
   * Population of the city, multiplied if the city is a capital or famous; cities with a larger weight are labelled at
   * lower zooms.
   */
  weight: number
}

/** Returns map labels for the cities listed in `cities-world.txt`; positions and populations come from GeoNames. */
export function worldCityLabels(cities: City[], localNames: LocalNames): Label[] {
  const bySize = placeCities(cities).toSorted((a, b) => b.weight - a.weight)
  return bySize.map((placed, index) => {
    const { en, zh, isCapital, city, weight } = placed
    const nearest = Math.min(...bySize.slice(0, index).map((larger) => degreesBetween(city, larger.city)))
    return toLabel({
      kind: 'city',
      zh,
      en,
      local: localName(placed, localNames),
      lng: round(city.lng),
      lat: round(city.lat),
      minzoom: zoomFor(weight, nearest, isCapital),
      rank: Math.round(900 - 100 * Math.log10(weight)),
      capital: isCapital ? 2 : 0,
    })
  })
}

function placeCities(cities: City[]): Placed[] {
  const byKey = new Map<string, City>()
  for (const city of cities.toSorted((a, b) => a.population - b.population)) {
    byKey.set(city.id, city)
    byKey.set(`${city.country} ${plain(city.name)}`, city)
  }
  const wanted = readWorldCities()
  const found = wanted.map((row) => ({
    ...row,
    city: placedByHand(row) ?? byKey.get(row.key) ?? byKey.get(`${row.country} ${plain(row.key)}`),
  }))
  const missing = found.filter(({ city }) => city === undefined).map(({ country, key }) => `${country} ${key}`)
  if (missing.length > 0) throw new Error(`GeoNames 里没有这些城市：${missing.join('；')}`)
  return found.map(({ city, ...row }) => ({ ...row, city: city as City, weight: weigh(row, city as City) }))
}

function placedByHand({ country, key, place }: WorldCity): City | undefined {
  if (place === undefined) return undefined
  const [lng = 0, lat = 0, thousands = 0] = place
  return { id: '', name: key, country, lng, lat, population: thousands * 1000 }
}

/** Removes accents and punctuation, so that different spellings of a city's name are equal. */
function plain(name: string) {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function degreesBetween(a: City, b: City) {
  const lng = (a.lng - b.lng) * Math.cos(((a.lat + b.lat) / 360) * Math.PI)
  return Math.hypot(lng, a.lat - b.lat)
}

const zoomsBySize = [
  [20e6, 2],
  [8e6, 2.5],
  [4e6, 3.2],
  [2e6, 4],
  [1e6, 4.6],
  [600e3, 5.2],
  [250e3, 5.6],
] as const

/**
 * Returns the zoom at which a city's label appears. It depends on the size of the city; it is lower for an isolated
 * city and higher for a city near a larger one.
 */
function zoomFor(weight: number, nearest: number, isCapital: boolean) {
  const standing = Math.min(4, Math.max(0.4, nearest / 1.5))
  const zoom = zoomsBySize.find(([size]) => weight * standing >= size)?.[1] ?? 6
  return isCapital ? Math.min(zoom, 5.2) : zoom
}

function weigh({ isCapital, isFamed }: WorldCity, { population }: City) {
  return Math.max(1000, population) * (isCapital ? 3 : 1) * (isFamed ? 5 : 1)
}

/**
 * ISO codes of countries whose cities are labelled in English. In some of them the local language differs from city to
 * city; in the others the local name only adds an administrative term.
 */
const namedInEnglish = new Set(['IN', 'ID', 'CH', 'BE'])
const administration =
  /(?<=..)(特別市|広域市|市|都|특별시|광역시|특별자치시|직할시|시|မြို့|-shi| City| District| उपमहानगरपालिका)$|^(Thành phố |Lungsod ng |เทศบาลนคร|อําเภอ|ក្រុង)|[،,(].*$/gu

function localName({ country, city, en }: Placed, localNames: LocalNames): string {
  if (city.id === '' || namedInEnglish.has(country)) return en
  return localNames(languageOf(country)).get(city.id)?.replace(administration, '').trim() || en
}

function round(degrees: number) {
  return Math.round(degrees * 1000) / 1000
}
