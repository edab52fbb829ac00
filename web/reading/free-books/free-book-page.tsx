import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiContext } from '#web/frame/page/api-context.ts'
import { phoneRow } from '#web/catalogue/book/book-grid.tsx'
import { ContinueReading } from './continue-reading.tsx'
import { OpdsAddress } from './opds-address.tsx'
import { FreeBookCard } from './free-book-card.tsx'
import { FreeBookFilter, FreeBookSorts } from './free-book-filter.tsx'
import { readFreeBookQuery, freeBookHref, freeBooksPath } from './free-book-query.ts'
import { fetchTags, useRememberTags } from '#web/catalogue/tag/tag-store.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import '#web/catalogue/book/list/book-list.css'

const perPage = 24

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const query = readFreeBookQuery(new URL(request.url).searchParams)
  const [page, tags] = await Promise.all([
    api.library.freeBooks({ ...query, limit: perPage }, request.signal),
    fetchTags(api, request.signal, 'freeBookTags'),
  ])
  return { query, tags, ...page }
}

export function Component() {
  const { query, tags, list, nextCursor, prevCursor, page, total } = useLoaderData<typeof loader>()
  const { cursor, ...first } = query
  useRememberTags(tags, 'freeBookTags')
  return (
    <>
      <PageHead
        title="免费书"
        description="已进入公有领域的好书，全文在这里：在线读，或下载 EPUB 和 TXT。"
        path={freeBookHref({ tags: query.tags, sort: 'hot' })}
      />
      <link rel="alternate" type="application/atom+xml;profile=opds-catalog" title="免费书（OPDS）" href="/opds" />
      <link rel="alternate" type="application/opds+json" title="免费书（OPDS 2.0）" href="/opds/v2" />
      <div className="book-list">
        <header className="page-heading">
          <h1>免费书</h1>
          <p>原文已进入公有领域，全文都在这里：打开就读，或带走 EPUB、TXT。来处和理由写在各自的书页上。</p>
          <ContinueReading />
        </header>
        <FreeBookFilter query={query} tags={tags} total={total} />
        <section className="book-list-results" aria-label="书架">
          <div className="book-list-bar">
            <p>
              共 <strong>{total}</strong> 本
            </p>
            <FreeBookSorts query={query} hasScores={list.some(({ score }) => score !== null)} />
          </div>
          {list.length > 0 ? (
            <ul className="book-grid book-grid-rows">
              {list.map((book, index) => (
                <li key={book.id}>
                  <FreeBookCard book={book} isLazy={index >= phoneRow} />
                </li>
              ))}
            </ul>
          ) : (
            <div className="empty">
              <p>没有一本书同时合乎这些条件，去掉一两个试试。</p>
              <a className="button" href={freeBooksPath}>
                看全部
              </a>
            </div>
          )}
          <Pager
            page={page}
            countPages={Math.ceil(total / perPage)}
            prevHref={prevCursor && freeBookHref({ ...first, cursor: prevCursor })}
            backHref={cursor === undefined ? null : freeBookHref(first)}
            nextHref={nextCursor && freeBookHref({ ...first, cursor: nextCursor })}
          />
        </section>
      </div>
      <OpdsAddress />
    </>
  )
}
