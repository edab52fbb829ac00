import type { FoundVideo } from '#shared/api/search/search.ts'
import { Marked } from '#web/search/highlighted-text.tsx'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import './found-videos.css'

/** Videos of the search results, with the matching ranges of their titles highlighted. */
export function FoundVideos({ videos }: { videos: FoundVideo[] }) {
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
