import type { FoundCard, Highlighted } from '#shared/api/search/search.ts'
import { yearText } from '#shared/year-text.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { FreeBadge } from '#web/catalogue/book/free-badge.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { PlaceLinks } from '#web/catalogue/place/address/place-links.tsx'
import { Marked } from '#web/search/highlighted-text.tsx'
import './found-list.css'

const eagerCovers = 4

interface FoundListProps {
  list: FoundCard[]
  /** Ids of the places that the search query names; each found book lists these before its other places. */
  placeIds?: string[]
}

/** List of found books with their matching ranges highlighted. */
export function FoundList({ list, placeIds = [] }: FoundListProps) {
  return (
    <ul className="found-list">
      {list.map((found, index) => (
        <li key={found.book.id}>
          <FoundBookCard found={found} placeIds={placeIds} isLazy={index >= eagerCovers} />
        </li>
      ))}
    </ul>
  )
}

interface FoundBookCardProps {
  found: FoundCard
  placeIds: string[]
  isLazy: boolean
}

function FoundBookCard({ found, placeIds, isLazy }: FoundBookCardProps) {
  const { book, title, authors, excerpt } = found
  const places = book.placeIds
    .map((id, index) => ({ id, name: book.places[index] ?? '', isNamed: placeIds.includes(id) }))
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .slice(0, 3)
  return (
    <article className="found-book">
      <BookCover id={book.id} title={book.title} cover={book.cover} isLazy={isLazy} />
      <div className="found-text">
        <p className="found-title">
          <a href={`/book/${book.id}`}>
            <Marked of={title} />
          </a>
          <FreeBadge free={book.free} hasText={book.hasText} />
          {book.score !== null && <strong className="score">{book.score.toFixed(1)}</strong>}
        </p>
        <p className="found-authors">
          <span>
            <Credits
              names={splitHighlighted(authors, book.authors).map((name) => (
                <Marked key={name.text} of={name} />
              ))}
              ids={book.authorIds}
            />
          </span>
          {book.publishedYear !== null && <span className="found-year">{yearText(book.publishedYear)}</span>}
          {places.length > 0 && (
            <span className="found-places">
              <PlaceLinks names={places.map(({ name }) => name)} ids={places.map(({ id }) => id)} />
            </span>
          )}
        </p>
        <p className="found-excerpt">{excerpt === null ? book.desc : <Marked of={excerpt} />}</p>
      </div>
    </article>
  )
}

/**
 * Splits a text into names, which the server has joined with one separating character between them. Each name gets its
 * own matching ranges.
 */
function splitHighlighted({ marks }: Highlighted, names: string[]): Highlighted[] {
  let start = 0
  return names.map((text) => {
    const [from, to] = [start, start + text.length]
    start = to + 1
    const inside = marks.flatMap(([first, last]): Highlighted['marks'] => {
      const range: [number, number] = [Math.max(first, from) - from, Math.min(last, to) - from]
      return range[0] < range[1] ? [range] : []
    })
    return { text, marks: inside }
  })
}
