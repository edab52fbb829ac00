import type { FoundCard } from '#shared/api/search/search.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { FreeBadge } from '#web/book/free-badge.tsx'
import { Credits } from '#web/book/credits.tsx'
import { PlaceLinks } from '#web/place/address/place-links.tsx'
import { rememberChoice } from '#web/search/remember-choice.ts'
import { Marked } from '#web/search/highlighted-text.tsx'
import { splitHighlighted } from './split-highlighted.ts'
import './found-list.css'

const eagerCovers = 4

/** List of found books with their matching ranges highlighted. `query` is the search whose choices the site counts. */
export function FoundList({ list, query = '' }: { list: FoundCard[]; query?: string }) {
  return (
    <ul className="found-list">
      {list.map((found, index) => (
        <li key={found.book.id}>
          <FoundBookCard
            found={found}
            isLazy={index >= eagerCovers}
            onChoose={() => rememberChoice(query, found.book.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function FoundBookCard({ found, isLazy, onChoose }: { found: FoundCard; isLazy: boolean; onChoose: () => void }) {
  const { book, title, authors, excerpt } = found
  return (
    <article className="found-book">
      <BookCover id={book.id} title={book.title} cover={book.cover} isLazy={isLazy} />
      <div className="found-text">
        <p className="found-title">
          <a href={`/book/${book.id}`} onClick={onChoose}>
            <Marked of={title} />
          </a>
          <FreeBadge free={book.free} hasText={book.hasText} />
          {book.score !== null && <strong className="score">{book.score.toFixed(1)}</strong>}
        </p>
        <p className="found-authors">
          <Credits
            names={splitHighlighted(authors, book.authors).map((name) => (
              <Marked key={name.text} of={name} />
            ))}
            ids={book.authorIds}
          />
          {book.places.length > 0 && (
            <span className="found-places">
              <PlaceLinks names={book.places.slice(0, 3)} ids={book.placeIds} />
            </span>
          )}
        </p>
        <p className="found-excerpt">{excerpt === null ? book.desc : <Marked of={excerpt} />}</p>
      </div>
    </article>
  )
}
