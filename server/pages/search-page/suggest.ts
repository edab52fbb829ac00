import { sql } from 'kysely'
import type { Found, FoundBook, FoundPlace, Highlighted } from '#shared/api/search/search.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { regionOf } from '#server/catalogue/place/region.ts'
import { suggestionEffort } from '#server/search/query/find-candidates.ts'
import { rankBooksByMeanings } from '#server/search/query/rank-books.ts'
import type { RankedBook } from '#server/search/query/ranking.ts'
import { readQuery } from '#server/search/query/read-meanings.ts'
import { rankNames, type RankedName } from '#server/search/query/rank-names.ts'
import { findVideos } from './find-videos.ts'
import { highlight, highlightAll } from './highlight.ts'

/** Suggestions are looked for while the user types, so that longer texts have had theirs before. */
const maxColumns = 40

/** Returns the suggestions for a text that the user is still typing, at most `limit` of each kind. */
export async function suggest(db: Db, typed: string, limit: number): Promise<Found> {
  const query = await readQuery(db, typed, maxColumns)
  const ranking = rankBooksByMeanings(db, query, { tags: [], free: false }, suggestionEffort)
  const [{ books, stage }, names, videos] = await Promise.all([
    ranking,
    rankNames(db, query, async () => (await ranking).stage !== 'names'),
    findVideos(db, query.meanings, limit),
  ])
  const best = (kind: RankedName['kind']) => names.filter((name) => name.kind === kind).slice(0, limit)
  const [foundBooks, places] = await Promise.all([
    toFoundBooks(db, books.slice(0, limit)),
    toFoundPlaces(db, best('place')),
  ])
  return {
    books: foundBooks,
    isGuess: stage !== 'names' && stage !== 'request',
    videos,
    people: best('person').map((name) => ({
      id: name.id,
      name: highlight(name, 'author', name.name),
      variant: highlightVariant(name, 'authorAlso'),
      isExact: isExact(name),
      countBooks: name.weight,
    })),
    tags: best('tag').map((name) => ({ id: name.id, name: highlight(name, 'tag', name.name), count: name.weight })),
    places,
    tours: best('tour').map((name) => ({
      id: name.id,
      title: highlight(name, 'title', name.name),
      countStops: name.weight,
    })),
  }
}

interface FoundBookRow {
  id: string
  title: string
  authors: string[]
  cover: string | null
  free: boolean
  placeId: string | null
  place: string
  lng: number
  lat: number
}

/**
 * Loads the cover, map position and other data that a search suggestion shows for a book. The map position is the place
 * where the story is set, or else the place it is about, or else the place it comes from.
 */
async function toFoundBooks(db: Db, books: RankedBook[]): Promise<FoundBook[]> {
  if (books.length === 0) return []
  const { rows } = await sql<FoundBookRow>`
    select book.id, title, authors, cover, free is not null as free, pin.id as place_id, pin.name as place, pin.lng, pin.lat
    from book left join lateral (
      select place.id, place.name, place.lng, place.lat from book_place join place on place.id = place_id
      where book_id = book.id
      order by array_position(array['setting', 'subject', 'author', 'written'], book_place.kind), place.name limit 1
    ) pin on true
    where book.id = any(${books.map(({ bookId }) => bookId)})`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return books.flatMap((scored) => {
    const row = byId.get(scored.bookId)
    if (row === undefined) return []
    const { id, cover, free, placeId, place, lng, lat } = row
    const title = highlight(scored, 'title', row.title)
    const authors = highlightAll(scored, 'author', row.authors)
    const foundBy = highlightFoundBy(scored, [row.title, ...row.authors])
    return [{ id, title, authors, foundBy, cover, free, pin: placeId === null ? null : { placeId, place, lng, lat } }]
  })
}

/**
 * Returns the first name that matches a term of the query best and is not among the names that are shown anyway,
 * highlighted; null if there is none.
 */
function highlightFoundBy(book: RankedBook, shown: string[]): Highlighted | null {
  const reason = book.reasons.find(({ text }) => text !== '' && !shown.includes(text))
  return reason === undefined ? null : highlight(book, reason.field, reason.text)
}

async function toFoundPlaces(db: Db, places: RankedName[]): Promise<FoundPlace[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('place')
    .select(['id', 'name', 'lng', 'lat', 'country', 'province'])
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap((scored) => {
    const row = byId.get(scored.id)
    if (row === undefined) return []
    const { id, lng, lat } = row
    const name = highlight(scored, 'place', scored.name)
    const variant = highlightVariant(scored, 'placeAlso')
    return [{ id, lng, lat, name, variant, isExact: isExact(scored), region: regionOf(row), countBooks: scored.weight }]
  })
}

/** Returns true if the query is the whole name, as written or in pinyin, and not only a part of it or similar to it. */
function isExact({ reasons: [only, ...others] }: RankedName): boolean {
  return others.length === 0 && (only?.likeness === 'whole' || only?.likeness === 'spelledWhole')
}

/** Returns the further name that matched, highlighted; null if the main name matched. */
function highlightVariant(name: RankedName, field: 'authorAlso' | 'placeAlso') {
  return name.variant === '' ? null : highlight(name, field, name.variant)
}
