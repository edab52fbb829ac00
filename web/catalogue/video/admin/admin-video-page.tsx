import { useCallback, useState } from 'react'
import type { VideoCard } from '#shared/api/book/video.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { RemoveVideo } from './remove-video.tsx'
import { VideoEditor } from './video-editor.tsx'
import { VideoRow } from './video-row.tsx'
import './admin-video.css'

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
