import type { FoundCard } from '#shared/api/search/search.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { Marked } from '#web/search/highlighted-text.tsx'
import './found-list.css'

const eagerCovers = 4

/** List of found books with their matching ranges highlighted. */
export function FoundList({ list }: { list: FoundCard[] }) {
  return (
    <ul className="found-list">
      {list.map((found, index) => (
        <li key={found.book.id}>
          <FoundBookCard found={found} isLazy={index >= eagerCovers} />
        </li>
      ))}
    </ul>
  )
}

function FoundBookCard({ found: { book, title, authors, excerpt }, isLazy }: { found: FoundCard; isLazy: boolean }) {
  return (
    <a className="found-book" href={`/book/${book.id}`}>
      <BookCover id={book.id} title={book.title} cover={book.cover} isLazy={isLazy} />
      <span className="found-text">
        <span className="found-title">
          <span>
            <Marked of={title} />
          </span>
          {book.free && <span className="badge">免费</span>}
          {book.score !== null && <strong className="score">{book.score.toFixed(1)}</strong>}
        </span>
        <span className="found-authors">
          <Marked of={authors} />
          {book.places.length > 0 && <span className="found-places">{book.places.slice(0, 3).join('、')}</span>}
        </span>
        <span className="found-excerpt">{excerpt === null ? book.desc : <Marked of={excerpt} />}</span>
      </span>
    </a>
  )
}
