import type { ListedBook } from '#shared/api/book/book.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { PlaceLine } from '#web/catalogue/book/place-line.tsx'
import './told-lines.css'

/** What each book tells of the place, with the book. */
export function ToldLines({ books }: { books: ListedBook[] }) {
  return (
    <ul className="place-told">
      {books.map((book) => (
        <li key={book.id}>
          <BookCover id={book.id} title={book.title} cover={book.cover} />
          <div>
            {book.sentence && <PlaceLine sentence={book.sentence} />}
            <p>
              <a href={`/book/${book.id}`}>《{book.title}》</a>
              <span className="place-told-authors">
                <Credits names={book.authors} ids={book.authorIds} />
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
