import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { compactText } from '#server/engines/text/fold-text.ts'

/** An entry of the gazetteer: a place with a name on the basemap. */
export interface GazetteerEntry {
  name: string
  lng: number
  lat: number
  /** The country code of a city; empty where it is unknown. */
  country: string
  /**
   * The names of the place in a form for comparison, without spaces: the Chinese name and the English one, which is
   * pinyin for places in China.
   */
  folded: string[]
}

const file = resolve(import.meta.dirname, '../../../basemap/gazetteer.txt')
let entries: Promise<GazetteerEntry[]> | undefined

/** Reads the gazetteer at the first lookup, so that the start of the site does not wait for it. */
function readGazetteer(): Promise<GazetteerEntry[]> {
  entries ??= readFile(file, 'utf8').then((text) => text.split('\n').flatMap(toEntry))
  return entries
}

function toEntry(line: string): GazetteerEntry[] {
  const [name = '', en = '', lng, lat, country = ''] = line.split('|')
  if (name === '' || name.startsWith('#')) return []
  return [{ name, lng: Number(lng), lat: Number(lat), country, folded: [compactText(name), compactText(en)] }]
}

/**
 * Finds gazetteer entries by name: first those whose name equals the query, then those whose name begins with it, then
 * those whose name contains it.
 */
export async function findInGazetteer(query: string, limit: number): Promise<GazetteerEntry[]> {
  const compact = compactText(query)
  if (compact === '') return []
  const ranked = (await readGazetteer()).flatMap((entry) => {
    const ranks = entry.folded.map((name) => rankOf(name, compact)).filter((rank) => rank >= 0)
    return ranks.length > 0 ? [{ entry, rank: Math.min(...ranks) }] : []
  })
  return ranked
    .sort((a, b) => a.rank - b.rank || a.entry.name.length - b.entry.name.length)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/**
 * Returns how well a name matches the query (the rank); -1 for no match. Only Chinese queries of at least two
 * characters match inside a name.
 */
function rankOf(name: string, compact: string): number {
  if (name === compact) return 0
  if (name.startsWith(compact)) return 1
  return compact.length > 1 && /\p{Script=Han}/u.test(compact) && name.includes(compact) ? 2 : -1
}

export async function listGazetteerNear(lng: number, lat: number, limit: number): Promise<GazetteerEntry[]> {
  const all = await readGazetteer()
  return all
    .map((entry) => ({ entry, distance: kilometresBetween([lng, lat], [entry.lng, entry.lat]) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

type Point = readonly [lng: number, lat: number]

/** Returns the distance between two points in kilometres, on a sphere. */
export function kilometresBetween([lng1, lat1]: Point, [lng2, lat2]: Point): number {
  const radians = Math.PI / 180
  const across = Math.sin(((lng2 - lng1) * radians) / 2) ** 2 * Math.cos(lat1 * radians) * Math.cos(lat2 * radians)
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(Math.sin(((lat2 - lat1) * radians) / 2) ** 2 + across)))
}
