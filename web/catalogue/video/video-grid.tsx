import { MessageSquare, Play } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { VideoCard } from '#shared/api/book/video.ts'
import { PlaceLinks } from '#web/catalogue/place/address/place-links.tsx'
import { VideoCover } from './video-cover.tsx'
import '#web/ui/card.css'
import './video-grid.css'

const eagerCovers = 3

export function VideoGrid({ videos }: { videos: VideoCard[] }) {
  return (
    <ul className="video-grid">
      {videos.map((video, index) => (
        <li key={video.id}>
          <Card video={video} isLazy={index >= eagerCovers} />
        </li>
      ))}
    </ul>
  )
}

function Card({ video, isLazy }: { video: VideoCard; isLazy: boolean }) {
  const { id, title, cover, host, places, placeIds, views, score, countComments } = video
  return (
    <article className="card">
      <span className="video-card-picture">
        <VideoCover id={id} cover={cover} isLazy={isLazy} />
        <span className="video-card-play">
          <Icon of={Play} size={20} />
        </span>
      </span>
      <a className="card-link video-card-title" href={`/video/${id}`}>
        {title}
      </a>
      {places.length > 0 && (
        <p className="video-card-places">
          <PlaceLinks names={places.slice(0, 3)} ids={placeIds} />
        </p>
      )}
      <span className="video-card-facts">
        {score !== null && <strong className="score">{score.toFixed(1)}</strong>}
        {views > 0 && <span>播放 {views}</span>}
        {countComments > 0 && (
          <span>
            <Icon of={MessageSquare} size={14} />
            <span className="visually-hidden">评论</span> {countComments}
          </span>
        )}
        {host !== null && <span>{host}</span>}
      </span>
    </article>
  )
}
