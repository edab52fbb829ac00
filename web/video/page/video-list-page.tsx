import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiContext } from '#web/page/api-context.ts'
import { BookFilter, SortLinks } from '#web/book/book-filter.tsx'
import { bookListHref } from '#web/book/book-href.ts'
import { fetchTags, useRememberTags } from '#web/tag/tag-store.ts'
import { PageHead } from '#web/page/page-head.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { requireVideos } from '#web/video/require-videos.ts'
import { VideoGrid } from '#web/video/video-grid.tsx'
import { readVideoQuery } from '#web/video/video-href.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { countText } from '#web/ui/capped-count.ts'
import '#web/book/list/book-list.css'

const path = '/video'
const perPage = 24

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  await requireVideos(api, request.signal)
  const query = readVideoQuery(new URL(request.url).searchParams)
  const [page, tags] = await Promise.all([
    api.video.list({ ...query, limit: perPage }, request.signal),
    fetchTags(api, request.signal, 'videoTags'),
  ])
  return { query: { ...query, free: false }, tags, ...page }
}

export function Component() {
  const { query, tags, list, nextCursor, prevCursor, page, total, hasScores } = useLoaderData<typeof loader>()
  const { cursor, ...first } = query
  useRememberTags(tags, 'videoTags')
  const chosen = query.tags.join('、')
  return (
    <div className="book-list">
      <PageHead
        title={chosen === '' ? '视频' : `${chosen} · 视频`}
        description={`看看书里写到的地方。共 ${countText(total)} 个视频，按主题、时代和地域挑选。`}
        path={query.sort === 'hot' ? bookListHref({ ...query, sort: 'hot' }, path) : null}
      />
      <header className="page-heading">
        <h1>视频</h1>
        <p>{chosen === '' ? '看看书里写到的地方。' : `带着「${query.tags.join('」「')}」的视频。`}</p>
      </header>
      <BookFilter query={query} tags={tags} path={path} hasFreeSwitch={false} showText={`看 ${countText(total)} 个`} />
      <section className="book-list-results" aria-label="视频">
        <div className="book-list-bar">
          <p>
            共 <strong>{countText(total)}</strong> 个
          </p>
          <SortLinks query={query} path={path} hasScores={hasScores} />
        </div>
        {list.length > 0 ? <VideoGrid videos={list} /> : <NoVideos isFiltered={chosen !== ''} />}
        <Pager
          page={page}
          countPages={total > maxCountedBooks ? null : Math.ceil(total / perPage)}
          prevHref={prevCursor && bookListHref({ ...query, cursor: prevCursor }, path)}
          backHref={cursor === undefined ? null : bookListHref(first, path)}
          nextHref={nextCursor && bookListHref({ ...query, cursor: nextCursor }, path)}
        />
      </section>
    </div>
  )
}

function NoVideos({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="empty">
      <p>{isFiltered ? '没有一个视频同时带着这些标签，去掉一两个试试。' : '还没有视频，编辑正在挑选。'}</p>
      <a className="button" href={isFiltered ? path : '/book'}>
        {isFiltered ? '看全部' : '先看看书'}
      </a>
    </div>
  )
}
