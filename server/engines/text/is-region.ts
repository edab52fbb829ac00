import { countriesOf, countryName } from '#shared/country.ts'
import { provinces } from '#shared/province.ts'

/**
 * The names of all countries and provinces. They are read with the first search that needs them, which takes a while.
 */
let names: Set<string> | undefined

/** Returns true if a text is the Chinese name of a country or territory, or of a province of China. */
export function isRegion(text: string): boolean {
  names ??= new Set([
    ...provinces,
    ...Object.values(countriesOf)
      .flatMap((codes) => codes.split(' '))
      .map(countryName),
  ])
  return names.has(text)
}
