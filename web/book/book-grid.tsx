import type { BookCard } from '#shared/api/book/book.ts'
import { BookCover } from './book-cover.tsx'
import './book-grid.css'

const eagerCovers = 4

/** Grid of book cards. With `isRow` the cards form one row, which scrolls sideways on phones. */
export function BookGrid({ books, isRow = false }: { books: BookCard[]; isRow?: boolean }) {
  return (
    <ul className={isRow ? 'book-grid book-grid-small' : 'book-grid'}>
      {books.map((book, index) => (
        <li key={book.id}>
          <Card book={book} isLazy={isRow || index >= eagerCovers} />
        </li>
      ))}
    </ul>
  )
}

function Card({
  book: { id, title, cover, authors, places, free, score },
  isLazy,
}: {
  book: BookCard
  isLazy: boolean
}) {
  return (
    <a className="book-card" href={`/book/${id}`}>
      <BookCover id={id} title={title} cover={cover} isLazy={isLazy} />
      <span className="book-card-title">{title}</span>
      <span className="book-card-authors">{authors.join('、')}</span>
      <span className="book-card-places">{places.slice(0, 3).join('、')}</span>
      {(free || score !== null) && (
        <span className="book-card-marks">
          {score !== null && <strong className="score">{score.toFixed(1)}</strong>}
          {free && <span className="badge">免费</span>}
        </span>
      )}
    </a>
  )
}
