import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { compactText } from '#server/search/text/fold-text.ts'

/** A point the basemap has a name for. */
export interface GazetteerEntry {
  name: string
  lng: number
  lat: number
  /** Of a city whose country is known; else empty. */
  country: string
  /** Its names as they are compared: in Chinese, which for China is also its pinyin in English. */
  folded: string[]
}

const file = resolve(import.meta.dirname, '../../basemap/gazetteer.txt')
let entries: Promise<GazetteerEntry[]> | undefined

/** Read by the first who looks a place up, so that the start does not wait for it. */
function readGazetteer(): Promise<GazetteerEntry[]> {
  entries ??= readFile(file, 'utf8').then((text) => text.split('\n').flatMap(toEntry))
  return entries
}

function toEntry(line: string): GazetteerEntry[] {
  const [name = '', en = '', lng, lat, country = ''] = line.split('|')
  if (name === '' || name.startsWith('#')) return []
  return [{ name, lng: Number(lng), lat: Number(lat), country, folded: [compactText(name), compactText(en)] }]
}

/** Those whose name is, then begins with, then has what was typed in it. */
export async function findInGazetteer(typed: string, limit: number): Promise<GazetteerEntry[]> {
  const sought = compactText(typed)
  if (sought === '') return []
  const ranked = (await readGazetteer()).flatMap((entry) => {
    const ranks = entry.folded.map((name) => rankOf(name, sought)).filter((rank) => rank >= 0)
    return ranks.length > 0 ? [{ entry, rank: Math.min(...ranks) }] : []
  })
  return ranked
    .sort((a, b) => a.rank - b.rank || a.entry.name.length - b.entry.name.length)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/** A letter or two inside a word say nothing; two characters do. */
function rankOf(name: string, sought: string): number {
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  return sought.length > 1 && /\p{Script=Han}/u.test(sought) && name.includes(sought) ? 2 : -1
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

/** On a ball, which is near enough. */
export function kilometresBetween([lng1, lat1]: Point, [lng2, lat2]: Point): number {
  const radians = Math.PI / 180
  const across = Math.sin(((lng2 - lng1) * radians) / 2) ** 2 * Math.cos(lat1 * radians) * Math.cos(lat2 * radians)
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(Math.sin(((lat2 - lat1) * radians) / 2) ** 2 + across)))
}
