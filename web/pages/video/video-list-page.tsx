import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiContext } from '#web/frame/page/api-context.ts'
import { SortLinks } from '#web/catalogue/book/book-filter.tsx'
import { bookListHref } from '#web/catalogue/book/book-href.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { requireVideos } from '#web/catalogue/video/require-videos.ts'
import { VideoGrid } from '#web/catalogue/video/video-grid.tsx'
import { readVideoQuery } from '#web/catalogue/video/video-href.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { countText } from '#web/ui/capped-count.ts'
import '#web/catalogue/book/list/book-list.css'

const path = '/video'
const perPage = 24

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  await requireVideos(api, request.signal)
  const query = readVideoQuery(new URL(request.url).searchParams)
  const page = await api.video.list({ ...query, limit: perPage }, request.signal)
  return { query: { ...query, tags: [], free: false }, ...page }
}

export function Component() {
  const { query, list, nextCursor, prevCursor, page, total, hasScores } = useLoaderData<typeof loader>()
  const { cursor, ...first } = query
  return (
    <div className="book-list">
      <PageHead
        title="视频"
        description={`看看书里写到的地方。共 ${countText(total)} 个视频。`}
        path={query.sort === 'hot' ? bookListHref({ ...query, sort: 'hot' }, path) : null}
      />
      <header className="page-heading">
        <h1>视频</h1>
        <p>看看书里写到的地方。</p>
      </header>
      <section className="book-list-results" aria-label="视频">
        <div className="book-list-bar">
          <p>
            共 <strong>{countText(total)}</strong> 个
          </p>
          <SortLinks query={query} path={path} hasScores={hasScores} />
        </div>
        {list.length > 0 ? <VideoGrid videos={list} /> : <NoVideos />}
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

function NoVideos() {
  return (
    <div className="empty">
      <p>还没有视频，编辑正在挑选。</p>
      <a className="button" href="/book">
        先看看书
      </a>
    </div>
  )
}
