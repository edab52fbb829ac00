import type { BookCard } from '#shared/api/book/book.ts'
import { yearText } from '#shared/year-text.ts'
import { Credits } from './credits.tsx'

interface BylineProps {
  book: Pick<BookCard, 'authors' | 'authorIds' | 'publishedYear'>
  /** The id of the person whose page shows the card: a book by them alone does not repeat their name. */
  authorOfPage?: string | undefined
  hasYear?: boolean
}

/** Line of a book card that names the authors and the year in which the book first came out. */
export function Byline({ book: { authors, authorIds, publishedYear }, authorOfPage, hasYear = true }: BylineProps) {
  const isByPerson = authors.length === 1 && authorOfPage !== undefined && authorIds[0] === authorOfPage
  const year = hasYear && publishedYear !== null ? yearText(publishedYear) : null
  if (isByPerson && year === null) return null
  return (
    <p className="book-card-authors book-card-byline">
      {!isByPerson && (
        <span>
          <Credits names={authors} ids={authorIds} />
        </span>
      )}
      {year !== null && <span>{year}</span>}
    </p>
  )
}
