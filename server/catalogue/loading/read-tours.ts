import { z } from 'zod'
import { CatalogPoint, locatePoint, Position } from './catalog-point.ts'
import { type CatalogBook, CatalogKey, type CatalogPlace, exported, text } from './catalog-schema.ts'
import { readEntries } from './read-entries.ts'

const CatalogStop = z.strictObject({
  /** In an exported catalogue, the position of the stop; omitted if the stop is exactly at its place. */
  at: Position.optional(),
  title: text(2, 20),
  text: text(30, 160),
  place: CatalogPoint,
  zoom: z.number().min(1).max(16),
  book: z.string().optional(),
})
type CatalogStop = z.infer<typeof CatalogStop>

const CatalogTour = z.strictObject({
  key: CatalogKey,
  ...exported,
  order: z.int().min(0),
  title: text(2, 30),
  desc: text(20, 100),
  stops: z.array(CatalogStop).min(2).max(24),
})

interface LocatedStop {
  title: string
  text: string
  zoom: number
  position: [lng: number, lat: number]
  /** The name of the catalogue's place at which the stop is; null if the stop is not at a place of the catalogue. */
  place: string | null
  /** The catalogue key of the book shown at the stop; null for a stop without a book. */
  book: string | null
}
/** A tour (a guided sequence of stops on the map) with the positions of its stops. */
export interface LocatedTour extends Omit<z.infer<typeof CatalogTour>, 'stops'> {
  stops: LocatedStop[]
}

interface KnownEntries {
  places: Map<string, CatalogPlace>
  books: CatalogBook[]
}

/**
 * Reads the tours in the catalogue files, sorted by their order number. Appends a message to `problems` for each
 * mistake.
 */
export async function readTours(directory: string, known: KnownEntries, problems: string[]): Promise<LocatedTour[]> {
  const books = new Map(known.books.map((book) => [book.key, book]))
  const keys = new Set<string>()
  const tours: LocatedTour[] = []
  for (const { file, entry } of await readEntries(directory, CatalogTour, problems)) {
    const say = (problem: string) => problems.push(`${file}：${entry.key}「${entry.title}」${problem}`)
    if (keys.has(entry.key)) say('的 key 重复')
    keys.add(entry.key)
    tours.push({ ...entry, stops: entry.stops.flatMap((stop) => locateStop(stop, known.places, books, say)) })
  }
  return tours.sort((a, b) => a.order - b.order)
}

/**
 * Returns a list with the stop and its position. If the place of the stop is unknown, reports a problem and returns an
 * empty list.
 */
function locateStop(
  { place, book, at, ...stop }: CatalogStop,
  places: Map<string, CatalogPlace>,
  books: Map<string, CatalogBook>,
  say: (problem: string) => void,
): LocatedStop[] {
  const sayOf = (problem: string) => say(`的「${stop.title}」一站，${problem}`)
  const located = locatePoint(place, places)
  if (typeof located === 'string') return (sayOf(located), [])
  if (book !== undefined && !books.has(book)) sayOf(`书 ${book} 不在 books 里`)
  return [{ ...stop, ...located, ...(at && { position: at }), book: book ?? null }]
}
