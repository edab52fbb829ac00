import type { ReactNode } from 'react'
import type { BookCard, ListedBook } from '#shared/api/book/book.ts'
import { PlaceLinks } from '#web/catalogue/place/address/place-links.tsx'
import { BookCover } from './book-cover.tsx'
import { Byline } from './byline.tsx'
import { TitleText } from './title-text.tsx'
import '#web/ui/card.css'
import './book-grid.css'

/**
 * Number of covers on the first screen of a phone. The browser requests only these covers at once; it requests further
 * ones when they are about to be visible, also on wider screens, whose first row is longer.
 */
export const phoneRow = 3

interface BookGridProps {
  books: (BookCard | ListedBook)[]
  /** Whether the cards form one row, which scrolls sideways on phones. */
  isRow?: boolean
  /** Whether the cover of a card stands beside its text on wide screens too, for a few books. */
  isWide?: boolean
  /** Whether the grid is the first one of its page, so that its first row may be on the first screen. */
  isFirst?: boolean
  /** The id of the person whose page shows the grid, if they are the author of its books. */
  authorOfPage?: string | undefined
}

/** Grid of book cards; on phones and tablets the cover of a card stands beside its text. */
export function BookGrid({ books, isRow = false, isWide = false, isFirst = true, authorOfPage }: BookGridProps) {
  return (
    <ul className={isRow ? 'book-grid book-grid-small' : `book-grid book-grid-rows ${isWide ? 'book-grid-wide' : ''}`}>
      {books.map((book, index) => (
        <li key={book.id}>
          <Card book={book} isLazy={isRow || !isFirst || index >= phoneRow}>
            <Byline book={book} authorOfPage={authorOfPage} hasYear={!isRow} hasBadge />
          </Card>
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  book: BookCard | ListedBook
  isLazy: boolean
  /** The line with the authors. */
  children: ReactNode
}

function Card({ book, isLazy, children }: CardProps) {
  const { id, title, cover, places, placeIds, score, countRated } = book
  return (
    <article className="card book-card">
      <BookCover id={id} title={title} cover={cover} isLazy={isLazy} />
      <a className="card-link book-card-title" href={`/book/${id}`}>
        <TitleText title={title} />
      </a>
      {children}
      <p className="book-card-places">
        <PlaceLinks names={places.slice(0, 3)} ids={placeIds} />
      </p>
      {'reason' in book && book.reason !== null && (
        <p className="book-card-sentence">
          {book.voice !== null && <span className="book-card-voice">{book.voice}</span>}
          {book.reason}
        </p>
      )}
      {score !== null && (
        <p className="book-card-marks">
          <strong className="score">{score.toFixed(1)}</strong>
          <span className="count">{countRated} 人评分</span>
        </p>
      )}
    </article>
  )
}
