import type { Relation } from '#shared/api/book/relation.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { Credits } from '#web/book/credits.tsx'
import { relationWords } from '#web/book/relation-words.ts'
import './book-relations.css'

/** The books that a book translates, retells, answers, continues or quotes, and those that refer to it. */
export function BookRelations({ relations }: { relations: Relation[] }) {
  if (relations.length === 0) return null
  return (
    <section aria-labelledby="relations-title">
      <h2 id="relations-title">相连的书</h2>
      <ul className="book-relations">
        {relations.map(({ kind, isReverse, sentence, book: { id, title, authors, authorIds, cover } }) => (
          <li key={`${kind}.${isReverse}.${id}`}>
            <a href={`/book/${id}`} aria-hidden="true" tabIndex={-1}>
              <BookCover id={id} title={title} cover={cover} />
            </a>
            <div>
              <p className="book-relation-head touch-links">
                <span className="book-relation-kind">{relationWords[kind][isReverse ? 1 : 0]}</span>
                <a href={`/book/${id}`}>《{title}》</a>
                <span className="book-relation-authors">
                  <Credits names={authors} ids={authorIds} />
                </span>
              </p>
              <p>{sentence}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
