import type { Continent } from '#shared/continent.ts'
import { countriesOf, countryName } from '#shared/country.ts'
import { provinces } from '#shared/province.ts'

export interface Located {
  /**
   * The country code of a place (ISO 3166-1, two letters); null where it is disputed which country the place belongs
   * to.
   */
  country: string | null
  /** The short name of the province of a place, for places in China only. */
  province: string | null
}

/**
 * Returns the name of the region of a place: the province in China, else the country or territory. A place in a
 * disputed country has its own name as its region, so that pages show its name alone, as they do for 香港 or 新加坡.
 */
export function regionOf({ name, country, province }: Located & { name: string }): string {
  return province ?? (country === null ? name : countryName(country))
}

const continents = new Map(
  Object.entries(countriesOf).flatMap(([continent, codes]) =>
    codes.split(' ').map((code) => [code, continent as Continent]),
  ),
)

/**
 * Returns the continent of a place by its country. A place without a country, or with an unknown one, is in Europe or
 * in Asia, whose border is drawn here through the Black Sea and the Urals.
 */
export function continentOf({ country, lng = 0, lat = 0 }: ContinentSource): Continent {
  return continents.get(country ?? '') ?? (lat > 42 && lng < 60 ? '欧洲' : '亚洲')
}

interface ContinentSource {
  country: string | null
  lng?: number
  lat?: number
}

/** The region of a place as `place_count` and `place_region` store it: an empty text stands for null. */
export interface RegionKey {
  country: string
  province: string
}

/**
 * The codes of all countries but China by their Chinese names. They are looked up once, because every lookup in the
 * Chinese data of the engine takes about a microsecond and a page lists more than a hundred regions.
 */
let codesByName: Map<string, string> | undefined

/**
 * Returns the region with the given Chinese name, which is a province of China or another country; null if there is
 * none.
 */
export function regionKeyOf(region: string): RegionKey | null {
  if (provinces.includes(region)) return { country: 'CN', province: region }
  const foreign = continents.keys().filter((code) => code !== 'CN')
  codesByName ??= new Map(foreign.map((code) => [countryName(code), code] as const))
  const country = codesByName.get(region)
  return country === undefined ? null : { country, province: '' }
}
