import { z } from 'zod'
import { CatalogPoint, locatePoint } from './catalog-point.ts'
import { type CatalogBook, CatalogKey, type CatalogPlace, placeNamesOf, text } from './catalog-schema.ts'
import { readEntries } from './read-entries.ts'

const CatalogStop = z.strictObject({
  title: text(2, 20),
  text: text(30, 160),
  place: CatalogPoint,
  zoom: z.number().min(2).max(7),
  book: z.string().optional(),
})
type CatalogStop = z.infer<typeof CatalogStop>

const CatalogTour = z.strictObject({
  key: CatalogKey,
  order: z.int().min(1),
  title: text(2, 30),
  desc: text(20, 100),
  stops: z.array(CatalogStop).min(6).max(12),
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
  const orders = new Set<number>()
  const tours: LocatedTour[] = []
  for (const { file, entry } of await readEntries(directory, CatalogTour, problems)) {
    const say = (problem: string) => problems.push(`${file}：${entry.key}「${entry.title}」${problem}`)
    if (keys.has(entry.key)) say('的 key 重复')
    keys.add(entry.key)
    if (orders.has(entry.order)) say(`的次序 ${entry.order} 已有别的漫游`)
    orders.add(entry.order)
    tours.push({ ...entry, stops: entry.stops.flatMap((stop) => locateStop(stop, known.places, books, say)) })
  }
  return tours.sort((a, b) => a.order - b.order)
}

/**
 * Returns a stop of a tour with its position. If the stop has a book, the book must have the place of the stop, so that
 * the map shows a mark there.
 */
function locateStop(
  { place, book, ...stop }: CatalogStop,
  places: Map<string, CatalogPlace>,
  books: Map<string, CatalogBook>,
  say: (problem: string) => void,
): LocatedStop[] {
  const sayOf = (problem: string) => say(`的「${stop.title}」一站，${problem}`)
  const located = locatePoint(place, places)
  if (typeof located === 'string') return (sayOf(located), [])
  const shown = book === undefined ? undefined : books.get(book)
  if (book !== undefined && shown === undefined) sayOf(`书 ${book} 不在 books 里`)
  if (shown && located.place !== null && !placeNamesOf(shown).includes(located.place))
    sayOf(`《${shown.title}》没有钉在「${located.place}」`)
  return [{ ...stop, ...located, book: book ?? null }]
}
