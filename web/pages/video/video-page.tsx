import { Suspense } from 'react'
import { type LoaderFunctionArgs, redirectDocument, useLoaderData } from 'react-router'
import type { Video } from '#shared/api/book/video.ts'
import { isId } from '#shared/id.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { dayText } from '#web/ui/time-text.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { ItemPlaces } from '#web/catalogue/book/item-places.tsx'
import { bookListHref } from '#web/catalogue/book/book-href.ts'
import { loadRatingsAndComments } from '#web/community/comment/load-ratings-and-comments.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { Facts } from '#web/ui/facts.tsx'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { requireVideos } from '#web/catalogue/video/require-videos.ts'
import { videoJsonLd } from '#web/catalogue/video/video-json-ld.ts'
import { VideoPlayer } from './video-player.tsx'
import './video-page.css'
import '#web/pages/book/book-page.css'
import '#web/community/comment/comment.css'
import '#web/community/reaction/rating.css'
import '#web/community/reaction/reaction.css'

const reactionBar = lateComponent(
  async () => (await import('#web/community/reaction/bar/reaction-bar.tsx')).ReactionBar,
)
const commentSection = lateComponent(
  async () => (await import('#web/community/comment/comment-section.tsx')).CommentSection,
)

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  // A video page needs a new document, because the document's content security policy allows only the source of this
  // video.
  if (typeof document !== 'undefined') throw redirectDocument(pathname + search)
  const api = context.get(apiContext)
  await requireVideos(api, request.signal)
  const id = params['id'] ?? ''
  if (!isId(id)) notFoundLoader()
  const item = { itemType: 'video', itemId: id } as const
  const asked = api.video.show({ id }, request.signal)
  const [video, { ratings, comments }] = await Promise.all([
    asked,
    loadRatingsAndComments(api, item, asked, request.signal),
    reactionBar.ready(),
    commentSection.ready(),
  ])
  return { video, ratings, comments }
}

export function Component() {
  const { video, ratings, comments } = useLoaderData<typeof loader>()
  const { publicUrl } = useSite()
  const { id, title, desc } = video
  return (
    <article className="book-page video-page">
      <PageHead
        title={title}
        description={desc || `${title}，视频。`}
        path={`/video/${id}`}
        picture={`/share/video/${id}.png`}
        jsonLd={videoJsonLd(video, publicUrl)}
      />
      <VideoPlayer video={video} />
      <header>
        <h1 className="book-page-title">{title}</h1>
        <Suspense>
          <reactionBar.Part
            key={id}
            itemType="video"
            itemId={id}
            title={title}
            likes={video.likes}
            countSave={video.countSave}
            ratings={ratings}
          />
        </Suspense>
      </header>
      <About video={video} />
      <ItemPlaces item={{ itemType: 'video', itemId: id }} title={title} places={video.places} heading="片中的地方" />
      <Suspense>
        <commentSection.Part key={id} itemType="video" itemId={id} first={comments} count={video.countComments} />
      </Suspense>
    </article>
  )
}

function About({ video: { desc, source, views, createTime, tags } }: { video: Video }) {
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title">关于这个视频</h2>
      {desc !== '' && <p className="video-desc">{desc}</p>}
      <Facts
        facts={[
          ['来源', parseVideoSource(source)?.host ?? null],
          ['播放', views > 0 ? `${views} 次` : null],
          ['收录', dayText(createTime)],
        ]}
      />
      <ul className="chips" aria-label="标签">
        {tags.map(({ id, name }) => (
          <li key={id}>
            <a className="chip" href={bookListHref({ tags: [name], free: false, sort: 'hot' })}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
