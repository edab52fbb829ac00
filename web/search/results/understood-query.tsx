import type { FoundPage } from '#shared/api/search/search.ts'
import { bookListHref, type BookListQuery } from '#web/catalogue/book/book-href.ts'
import './understood-query.css'

const kinds = { person: '人物', tag: '标签', place: '地方', region: '地区' }

/**
 * Tells how the search understood a sentence: the recognised people, tags, places and regions as chips, which the user
 * can remove, and the words that no result contains.
 */
export function UnderstoodQuery({ query, page }: { query: BookListQuery & { q: string }; page: FoundPage }) {
  const { understood, leftOut } = page
  const { tags, free, sort } = query
  return (
    <>
      {understood.length > 0 && (
        <p className="understood-query">
          按这些找：
          {understood.map(({ kind, id, name, without }) => (
            <a
              key={`${kind}:${id ?? name}`}
              className="chip"
              href={bookListHref({ tags, free, sort, ...(without !== '' && { q: without }) })}
              aria-label={`移除${kinds[kind]}「${name}」`}
            >
              <span className="count">{kinds[kind]}</span> {name} <span aria-hidden="true">×</span>
            </a>
          ))}
        </p>
      )}
      {leftOut.length > 0 && <p className="form-note">没有一本书同时有这些词，先略去了「{leftOut.join('」「')}」。</p>}
    </>
  )
}
