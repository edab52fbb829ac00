import type { RelatedBook } from '#shared/api/book/book.ts'
import { BookCover } from './book-cover.tsx'
import { Credits } from './credits.tsx'
import { TitleText } from './title-text.tsx'
import '#web/ui/card.css'
import './book-grid.css'

/** Matches a range of years, such as 1938—1946 年. */
const years = /(\d+—(?:前 |公元 )?\d+ 年)/

export function RelatedBooks({ books }: { books: RelatedBook[] }) {
  if (books.length === 0) return null
  return (
    <section className="related" aria-labelledby="related-title">
      <h2 id="related-title">接着读</h2>
      <ul className="book-grid book-grid-small">
        {books.map(({ id, title, cover, authors, authorIds, reason }) => (
          <li key={id}>
            <article className="card book-card">
              <BookCover id={id} title={title} cover={cover} />
              <a className="card-link book-card-title" href={`/book/${id}`}>
                <TitleText title={title} />
              </a>
              <p className="book-card-authors">
                <Credits names={authors} ids={authorIds} />
              </p>
              <p className="book-card-reason">
                <Reason text={reason.text} />
              </p>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The reason why a book is related. A line does not end within a range of years. */
function Reason({ text }: { text: string }) {
  // `split` returns the matches of the regular expression at the odd positions.
  return text.split(years).map((part, index) => (index % 2 === 1 ? <span key={index}>{part}</span> : part))
}
