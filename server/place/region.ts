import type { Continent } from '#shared/continent.ts'
import { countriesOf, countryName } from '#shared/country.ts'

export interface Located {
  /** ISO 3166-1, two letters. */
  country: string
  /** Short name of the province-level division, for China only. */
  province: string | null
}

/** What a reader calls the region of a place: the province for China, else the country or territory. */
export function regionOf({ country, province }: Located): string {
  return province ?? countryName(country)
}

const continents = new Map(
  Object.entries(countriesOf).flatMap(([continent, codes]) =>
    codes.split(' ').map((code) => [code, continent as Continent]),
  ),
)

/** The continent of a country; what stands in no list lies in Asia. */
export function continentOf(country: string): Continent {
  return continents.get(country) ?? '亚洲'
}
