import type { BookCard } from '#shared/api/book/book.ts'
import { yearText } from '#shared/year-text.ts'
import { Credits } from './credits.tsx'
import { FreeBadge } from './free-badge.tsx'

interface BylineProps {
  book: Pick<BookCard, 'authors' | 'authorIds' | 'publishedYear' | 'free' | 'hasText'>
  /** The id of the person whose page shows the card: a book by them alone does not repeat their name. */
  authorOfPage?: string | undefined
  hasYear?: boolean
  /** Whether the line ends with the badge of a book that can be read here or is in the public domain. */
  hasBadge?: boolean
}

/** Line of a book card that names the authors and the year in which the book first came out. */
export function Byline({ book, authorOfPage, hasYear = true, hasBadge = false }: BylineProps) {
  const { authors, authorIds, publishedYear, free, hasText } = book
  const isByPerson = authors.length === 1 && authorOfPage !== undefined && authorIds[0] === authorOfPage
  const year = hasYear && publishedYear !== null ? yearText(publishedYear) : null
  const isMarked = hasBadge && (free || hasText)
  if (isByPerson && year === null && !isMarked) return null
  return (
    <p className="book-card-authors book-card-byline">
      {!isByPerson && (
        <span>
          <Credits names={authors} ids={authorIds} />
        </span>
      )}
      {year !== null && <span>{year}</span>}
      {isMarked && <FreeBadge free={free} hasText={hasText} />}
    </p>
  )
}
