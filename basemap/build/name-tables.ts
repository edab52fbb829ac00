import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Returns the lines of a text file in `basemap/names`, without its comments and empty lines. */
export function readNames(file: string): string[] {
  return readFileSync(resolve(import.meta.dirname, '../names', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export interface WorldCity {
  country: string
  /** Name of the city in GeoNames, or its GeoNames number if several cities of its country have the same name. */
  key: string
  en: string
  zh: string
  isCapital: boolean
  /** True for a famous small city, whose label appears on the map earlier than its size suggests. */
  isFamed: boolean
  /** Longitude, latitude and population in thousands, for a city that is missing in GeoNames. */
  place: number[] | undefined
}

const worldCity =
  /^(?<name>[^#@>*!=]+)(#(?<id>\d+))?(@(?<place>[-\d.,]+))?(>(?<shown>[^*!=]+))?(?<star>\*)?(?<fame>!)?=(?<zh>\S+)$/

/**
 * Reads the list of world cities, whose lines have the form `US New York=纽约; Portland#5746545=波特兰`: the country, then
 * each city with its GeoNames number if needed; an asterisk marks the capital.
 */
export function readWorldCities(): WorldCity[] {
  return readNames('cities-world.txt').flatMap((line) =>
    line
      .slice(3)
      .split('; ')
      .map((entry) => toWorldCity(line.slice(0, 2), entry)),
  )
}

function toWorldCity(country: string, entry: string): WorldCity {
  const { name = '', id, place, shown, star, fame, zh } = worldCity.exec(entry)?.groups ?? {}
  if (zh === undefined) throw new Error(`cities-world.txt 里这一项写得不对：${entry}`)
  return {
    country,
    key: id ?? name,
    en: shown ?? name,
    zh,
    isCapital: star !== undefined,
    isFamed: fame !== undefined,
    place: place?.split(',').map(Number),
  }
}

/**
 * Returns the codes of the countries that get a label on the map: the members of the United Nations and a few other
 * countries that users look for.
 */
export function readCountryCodes(): Set<string> {
  const capitals = readWorldCities().filter(({ isCapital }) => isCapital)
  return new Set(['CN', ...capitals.map(({ country }) => country), 'IL', 'PS', 'VA', 'EH', 'GL', 'PR'])
}
