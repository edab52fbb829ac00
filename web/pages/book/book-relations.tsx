import type { Relation } from '#shared/api/book/relation.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { relationWords } from '#web/catalogue/book/relation-words.ts'
import { Unfold } from '#web/ui/unfold.tsx'
import './book-relations.css'

/** Number of relations that are shown at once; the others unfold, so that they do not hide what follows on a phone. */
const countShown = 6

/** The books to which a book refers, and those that refer to it. */
export function BookRelations({ relations }: { relations: Relation[] }) {
  if (relations.length === 0) return null
  const rest = relations.slice(countShown)
  return (
    <section aria-labelledby="relations-title">
      <h2 id="relations-title">相连的书</h2>
      <List relations={relations.slice(0, countShown)} />
      {rest.length > 0 && (
        <Unfold label={`另外 ${rest.length} 本`}>
          <List relations={rest} />
        </Unfold>
      )}
    </section>
  )
}

function List({ relations }: { relations: Relation[] }) {
  return (
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
  )
}
