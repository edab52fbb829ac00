import type { ShelfBook } from '#shared/api/book/shelf.ts'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { dayNames } from './shelf-words.ts'

/** Title, authors, day, progress and note of a book on the shelf. */
export function ShelfFacts({ shelved: { book, state, day, note, hasText, fraction } }: { shelved: ShelfBook }) {
  return (
    <>
      <a className="my-shelf-title" href={`/book/${book.itemId}`}>
        《{book.title}》
      </a>
      <p className="form-note">
        <Credits names={book.authors} ids={book.authorIds} /> ·{' '}
        <span className="my-shelf-day">
          {dayNames[state]} {day}
        </span>
      </p>
      {hasText && fraction !== null && (
        <p className="my-shelf-progress">
          <progress value={fraction} aria-hidden="true" />
          {fraction === 1 ? '读完了' : `读到 ${percentOf(fraction)}%`}
        </p>
      )}
      {note !== '' && <p>{note}</p>}
    </>
  )
}

/** Returns the percentage of an unfinished text, which is never 0 or 100. */
function percentOf(fraction: number): number {
  return Math.min(Math.max(Math.round(fraction * 100), 1), 99)
}
