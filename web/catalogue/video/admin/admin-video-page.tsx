import { useCallback, useState } from 'react'
import type { VideoCard } from '#shared/api/book/video.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { RemoveVideo } from './remove-video.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { emptyVideo, VideoForm, type VideoFields } from './video-form.tsx'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import './admin-video.css'

interface VideoRowProps {
  video: VideoCard
  onEdit: () => void
  onRemove: () => void
}

interface VideoEditorProps {
  /** Id of the video to edit; null for a new one. */
  id: string | null
  onSaved: () => void
  onClose: () => void
}

/** Admin page that lists, creates and edits videos. */
export function Component() {
  const { featureVideo } = useSite()
  const [search, setSearch] = useState({ query: '', at: 0 })
  const [edited, setEdited] = useState<string | null>()
  const [notice, setNotice] = useState('')
  const reloadWith = (message: string) => {
    setEdited(undefined)
    setNotice(message)
    setSearch(({ query, at }) => ({ query, at: at + 1 }))
  }
  return (
    <div className="admin-page admin-video">
      <PageHead title="视频" description="编辑用的视频工具。" path={null} />
      <header className="admin-head">
        <h1>视频</h1>
        {edited === undefined && (
          <button type="button" className="button" onClick={() => setEdited(null)}>
            添加视频
          </button>
        )}
      </header>
      {!featureVideo && (
        <p className="form-note">视频页没有打开（FEATURE_VIDEO=off）：这里照常编辑，读者打开不了视频页。</p>
      )}
      <p role="status" className="form-note">
        {notice}
      </p>
      {edited === undefined ? (
        <>
          <Search onSearch={(query) => setSearch(({ at }) => ({ query, at: at + 1 }))} />
          <VideoList key={search.at} query={search.query} onEdit={setEdited} onRemoved={() => reloadWith('移除了。')} />
        </>
      ) : (
        <VideoEditor id={edited} onSaved={() => reloadWith('已保存。')} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

function Search({ onSearch }: { onSearch: (query: string) => void }) {
  return (
    <form
      className="admin-find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(String(new FormData(event.currentTarget).get('query')).trim())
      }}
    >
      <Field label="片名的一部分" name="query" type="search" maxLength={100} />
      <button type="submit" className="button">
        查找
      </button>
    </form>
  )
}

const keyOf = ({ id }: VideoCard) => id

interface VideoListProps {
  query: string
  onEdit: (id: string) => void
  onRemoved: () => void
}

function VideoList({ query, onEdit, onRemoved }: VideoListProps) {
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => api.video.find({ query, ...(cursor && { cursor }) }, signal),
    [query],
  )
  const { list, total, message, hasMore, more } = usePagedList(ask, keyOf)
  const [removed, setRemoved] = useState<VideoCard>()
  return (
    <>
      {message && <p role="alert">{message}</p>}
      <p className="form-note">
        {list && (total > 0 ? `共 ${total} 个，新的在前` : query === '' ? '还没有视频。' : '没有找到这样的视频。')}
      </p>
      <ul className="admin-rows" aria-label="视频">
        {list?.map((video) => (
          <VideoRow key={video.id} video={video} onEdit={() => onEdit(video.id)} onRemove={() => setRemoved(video)} />
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button button-quiet" onClick={more}>
          更多
        </button>
      )}
      {removed && <RemoveVideo video={removed} onRemoved={onRemoved} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

/** Loads a video and shows its form, or an empty form for a new video. */
function VideoEditor({ id, onSaved, onClose }: VideoEditorProps) {
  const ask = useCallback(
    async (signal?: AbortSignal): Promise<VideoFields> => (id === null ? emptyVideo : api.video.draft({ id }, signal)),
    [id],
  )
  const { data, message } = useAnswer(ask)
  const save = (fields: VideoFields) => (id === null ? api.video.create(fields) : api.video.update({ id, ...fields }))
  if (data === undefined) return <p role={message ? 'alert' : 'status'}>{message || '正在读取……'}</p>
  return <VideoForm key={id} id={id} begun={data} save={save} onSaved={onSaved} onClose={onClose} />
}

/** One video in the list of the admin page. */
function VideoRow({ video, onEdit, onRemove }: VideoRowProps) {
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
