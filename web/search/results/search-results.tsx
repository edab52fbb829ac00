import { Suspense } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Found, FoundPage, FoundVideo } from '#shared/api/search/search.ts'
import type { TourCard } from '#shared/api/place/tour.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import { loadPart } from '#web/frame/page/load-part.ts'
import { BookFilter } from '#web/catalogue/book/book-filter.tsx'
import { bookListHref, type BookListQuery } from '#web/catalogue/book/book-href.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { FoundList } from './found-list.tsx'
import { FoundNames, FoundRecommendations } from './found-names.tsx'
import { SearchBox } from '#web/search/search-box.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { Marked } from '#web/search/highlighted-text.tsx'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import './search-results.css'
import '#web/catalogue/book/list/book-list.css'
import './found-videos.css'
import './understood-query.css'

const kinds = { person: '人物', tag: '标签', place: '地方', region: '地区' }

interface SearchData {
  query: BookListQuery & { q: string }
  page: FoundPage
  /** The people, places and tags that match the search; the page shows them above the first page of books only. */
  names: Found | null
  /** Some tours, which a search without results offers instead; empty for other searches. */
  tours: TourCard[]
}

const nothingFound = lateComponent(async () => (await import('./nothing-found.tsx')).NothingFound)

/** Number of books on one page of the search results. */
const perPage = 20
const toursOffered = 3

export async function loadSearch(
  { context, request }: LoaderFunctionArgs,
  query: SearchData['query'],
): Promise<SearchData> {
  const api = context.get(apiContext)
  const { q, tags, free, cursor } = query
  const [page, names] = await Promise.all([
    api.search.books({ query: q, tags, free, limit: perPage, ...(cursor && { cursor }) }, request.signal),
    cursor === undefined
      ? loadPart<Found | null>('fetch-names', request.signal, api.search.suggest({ query: q }, request.signal), null)
      : null,
  ])
  if (page.list.length > 0) return { query, page, names, tours: [] }
  const [{ list }] = await Promise.all([
    loadPart<{ list: TourCard[] }>('fetch-tours', request.signal, api.tour.list({}, request.signal), { list: [] }),
    nothingFound.ready(),
  ])
  return { query, page, names, tours: list.slice(0, toursOffered) }
}

/** The search results page. Its filters show how many results each choice would leave. */
export function SearchResults({ data: { query, page, names, tours } }: { data: SearchData }) {
  const { q, cursor, ...filter } = query
  const { featureVideo } = useSite()
  const first = bookListHref({ ...filter, q })
  return (
    <>
      <PageHead title={`「${q}」的搜索结果`} description={`在书、作者、地方和推荐语里找「${q}」。`} path={null} />
      <div className="book-list">
        <header className="page-heading">
          <h1>搜索「{q}」</h1>
          <div className="page-search found-search">
            <SearchBox key={q} label="搜书" initialQuery={q} />
          </div>
        </header>
        <BookFilter
          query={query}
          tags={page.tags}
          path="/book"
          hasFreeSwitch
          showText="看结果"
          countFree={page.countFree}
        />
        <section className="book-list-results" aria-label="搜索结果">
          {names !== null && <FoundNames names={names} />}
          {featureVideo && names !== null && <FoundVideos videos={names.videos} />}
          <UnderstoodQuery query={query} page={page} />
          {page.list.length > 0 ? (
            <>
              <p className="found-count">
                {introOf(page, q)}找到 <strong>{page.total}</strong> 本{page.isCapped && '以上，最相近的在前'}
              </p>
              <FoundList list={page.list} placeIds={names?.places.map(({ id }) => id) ?? []} />
              <FoundRecommendations list={page.recommends} />
            </>
          ) : (
            <Suspense>
              <nothingFound.Part query={query} near={page.near} tours={tours} />
            </Suspense>
          )}
          <Pager
            page={page.page}
            countPages={page.isCapped ? null : Math.ceil(page.total / perPage)}
            prevHref={page.prevCursor && bookListHref({ ...filter, q, cursor: page.prevCursor })}
            backHref={cursor === undefined ? null : first}
            nextHref={page.nextCursor && bookListHref({ ...filter, q, cursor: page.nextCursor })}
            rel="next nofollow"
          />
        </section>
      </div>
    </>
  )
}

/**
 * Returns the beginning of a sentence that says why the results are only a guess; empty if a name matches the query, or
 * if words of the query were left out.
 */
function introOf({ isGuess, isOnlyMentioned, leftOut }: FoundPage, q: string): string {
  if (isOnlyMentioned) return `没有名为「${q}」的书，在简介和推荐语里`
  return isGuess && leftOut.length === 0 ? `没有「${q}」，按相近的写法` : ''
}

/** Videos of the search results, with the matching ranges of their titles highlighted. */
function FoundVideos({ videos }: { videos: FoundVideo[] }) {
  if (videos.length === 0) return null
  return (
    <section className="found-videos" aria-labelledby="found-videos-title">
      <h2 id="found-videos-title">视频</h2>
      <ul>
        {videos.map(({ video: { id, cover }, title }) => (
          <li key={id}>
            <a href={`/video/${id}`}>
              <VideoCover id={id} cover={cover} />
              <span>
                <Marked of={title} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Tells how the search understood a sentence: the recognised people, tags, places and regions as chips, which the user
 * can remove, and the words that no result contains.
 */
function UnderstoodQuery({ query, page }: { query: BookListQuery & { q: string }; page: FoundPage }) {
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
