import { X } from 'lucide'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { ListedBook } from '#shared/api/book/book.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { fetchTags, type ListedTag, useRememberTags } from '#web/catalogue/tag/tag-store.ts'
import { BookFilter, SortLinks } from '#web/catalogue/book/book-filter.tsx'
import { BookGrid } from '#web/catalogue/book/book-grid.tsx'
import { countText } from '#web/ui/capped-count.ts'
import { bookListHref, type BookListQuery, readBookQuery } from '#web/catalogue/book/book-href.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import './book-list.css'

export interface BookListData {
  query: BookListQuery
  tags: ListedTag[]
  list: ListedBook[]
  nextCursor: string | null
  prevCursor: string | null
  page: number | null
  total: number
  /** Whether `total` is only a lower bound, because more books match than were counted. */
  isLowerBound: boolean
  hasScores: boolean | null
}

/** Number of books on one page of the list. */
const perPage = 24

/** Loads the data of a book list page. `fixed` holds filter values that do not come from the URL. */
export async function loadBookList(
  { context, request }: LoaderFunctionArgs,
  fixed: Partial<BookListQuery> = {},
): Promise<BookListData> {
  const api = context.get(apiContext)
  const query = { ...readBookQuery(new URL(request.url).searchParams), ...fixed }
  const [page, tags] = await Promise.all([
    api.book.list({ ...query, limit: perPage }, request.signal),
    fetchTags(api, request.signal),
  ])
  return { query, tags, ...page }
}

interface BookListProps {
  data: BookListData
  path: string
  heading: ReactNode
  hasFreeSwitch: boolean
}

export function BookList({ data, path, heading, hasFreeSwitch }: BookListProps) {
  const { query, tags, list, nextCursor, prevCursor, page, total, isLowerBound, hasScores } = data
  const href = (changed: Partial<BookListQuery>) =>
    bookListHref({ ...query, free: hasFreeSwitch && query.free, ...changed }, path)
  const { cursor, ...first } = query
  useRememberTags(tags)
  return (
    <div className="book-list">
      <header className="page-heading">{heading}</header>
      <BookFilter
        query={{ ...query, free: hasFreeSwitch && query.free }}
        tags={tags}
        path={path}
        hasFreeSwitch={hasFreeSwitch}
        showText={`看 ${countText(total, isLowerBound)} 本`}
      />
      <section className="book-list-results" aria-label="书目">
        <div className="book-list-bar">
          <p>
            共 <strong>{countText(total, isLowerBound)}</strong> 本
          </p>
          <SortLinks
            query={{ ...query, free: hasFreeSwitch && query.free }}
            path={path}
            hasScores={hasScores ?? false}
          />
        </div>
        <ChosenTags query={{ ...query, free: hasFreeSwitch && query.free }} path={path} />
        {list.length > 0 ? <BookGrid books={list} /> : <NothingFound path={path} hasNext={nextCursor !== null} />}
        <Pager
          page={page}
          countPages={countPages(data)}
          prevHref={prevCursor && href({ cursor: prevCursor })}
          backHref={cursor === undefined ? null : bookListHref({ ...first, free: hasFreeSwitch && query.free }, path)}
          nextHref={nextCursor && href({ cursor: nextCursor })}
        />
      </section>
    </div>
  )
}

/** Returns the number of pages of a list; null if it is not known, or if pages may have fewer books than others. */
function countPages({ query, total, isLowerBound }: BookListData): number | null {
  return isLowerBound || query.tags.length > 1 ? null : Math.ceil(total / perPage)
}

/** The tags of the filter above the list, each with a link that removes it; also tags that no book has. */
function ChosenTags({ query: { cursor: _, ...query }, path }: { query: BookListQuery; path: string }) {
  if (query.tags.length === 0) return null
  return (
    <ul className="chips chosen-tags" aria-label="选中的标签">
      {query.tags.map((name) => (
        <li key={name}>
          <a
            className="chip"
            href={bookListHref({ ...query, tags: query.tags.filter((other) => other !== name) }, path)}
            rel="nofollow"
            aria-label={`去掉标签${name}`}
          >
            {name}
            <Icon of={X} size={14} strokeWidth={2} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function NothingFound({ path, hasNext }: { path: string; hasNext: boolean }) {
  // If several rare tags are chosen, a page may be empty although later pages contain matching books.
  if (hasNext) return <p className="empty">这一页没有同时合乎这些条件的书，后面也许还有。</p>
  return (
    <div className="empty">
      <p>没有一本书同时合乎这些条件，去掉一两个标签试试。</p>
      <a className="button" href={path}>
        看全部
      </a>
    </div>
  )
}
