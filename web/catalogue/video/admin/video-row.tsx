import type { VideoCard } from '#shared/api/book/video.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'

interface VideoRowProps {
  video: VideoCard
  onEdit: () => void
  onRemove: () => void
}

/** One video in the list of the admin page. */
export function VideoRow({ video, onEdit, onRemove }: VideoRowProps) {
  const { id, title, cover, host, places, views, countComments } = video
  const { featureVideo } = useSite()
  return (
    <li>
      <VideoCover id={id} cover={cover} />
      <div>
        {featureVideo ? <a href={`/video/${id}`}>{title}</a> : <strong>{title}</strong>}
        <p>{[host ?? '本站文件', ...places.slice(0, 3)].join(' · ')}</p>
        <p>
          播放 {views} · 评论 {countComments}
        </p>
      </div>
      <button type="button" className="button button-quiet" aria-label={`编辑：${title}`} onClick={onEdit}>
        编辑
      </button>
      <button type="button" className="button button-quiet" aria-label={`移除：${title}`} onClick={onRemove}>
        移除
      </button>
    </li>
  )
}
