import type { RelatedBook } from '#shared/api/book/book.ts'
import { BookCover } from './book-cover.tsx'
import './book-grid.css'

export function RelatedBooks({ books }: { books: RelatedBook[] }) {
  if (books.length === 0) return null
  return (
    <section className="related" aria-labelledby="related-title">
      <h2 id="related-title">接着读</h2>
      <ul className="book-grid book-grid-small">
        {books.map(({ id, title, cover, authors, reason }) => (
          <li key={id}>
            <a className="book-card" href={`/book/${id}`}>
              <BookCover id={id} title={title} cover={cover} />
              <span className="book-card-title">{title}</span>
              <span className="book-card-authors">{authors.join('、')}</span>
              <span className="book-card-reason">{reason.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
