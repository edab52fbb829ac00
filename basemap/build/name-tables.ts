import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The rows of a table of names, without its comments. */
export function readNames(file: string): string[] {
  return readFileSync(resolve(import.meta.dirname, '../names', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export interface WorldCity {
  country: string
  /** As GeoNames has it, or its number where a country has several of the name. */
  key: string
  en: string
  zh: string
  isCapital: boolean
  /** Readers look for it beyond its size. */
  isFamed: boolean
  /** Longitude, latitude, thousands of people, where GeoNames does not tell. */
  place: number[] | undefined
}

const worldCity =
  /^(?<name>[^#@>*!=]+)(#(?<id>\d+))?(@(?<place>[-\d.,]+))?(>(?<shown>[^*!=]+))?(?<star>\*)?(?<fame>!)?=(?<zh>\S+)$/

/** `US New York=纽约; Portland#5746545=波特兰`; the capital has an asterisk. */
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

/** Countries with a label: the members of the United Nations, and the few others whose name readers look for. */
export function readCountryCodes(): Set<string> {
  const capitals = readWorldCities().filter(({ isCapital }) => isCapital)
  return new Set(['CN', ...capitals.map(({ country }) => country), 'IL', 'PS', 'VA', 'EH', 'GL', 'PR'])
}
