import { useCallback, useState } from 'react'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import { AdminSearch } from '#web/admin/admin-search.tsx'
import { LastEditNotice } from '#web/admin/last-edit-notice.tsx'
import { api } from '#web/session/session.ts'
import { PageHead } from '#web/page/page-head.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { countText } from '#web/ui/capped-count.ts'
import { PlaceDialog } from './place-dialog.tsx'

const keyOf = ({ id }: PlaceAdminRow) => id

/** Admin page that lists places, to move, rename or merge them. */
export function Component() {
  const [search, setSearch] = useState({ query: '', times: 0 })
  const [opened, setOpened] = useState<PlaceAdminRow | null>(null)
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      api.place.adminList({ query: search.query, ...(cursor && { cursor }) }, signal),
    [search],
  )
  const pages = usePagedList(ask, keyOf)
  const again = () => setSearch(({ query, times }) => ({ query, times: times + 1 }))
  return (
    <div className="admin-page">
      <PageHead title="地方" description="编辑用的地方列表。" path={null} />
      <h1>地方</h1>
      <LastEditNotice onUndone={again} />
      <AdminSearch label="名字的一部分，或编号" onSearch={(query) => setSearch({ query, times: 0 })} />
      <p className="form-note" role="status">
        {pages.list && `共 ${countText(pages.total)} 处`}
        <span className="key-hint">
          {pages.list && '，'}
          <kbd>/</kbd> 查找 <kbd>J</kbd> <kbd>K</kbd> 上下 <kbd>Enter</kbd> 打开
        </span>
      </p>
      <PagedList pages={pages} label="地方" keyOf={keyOf} empty={<p>没有这样的地方。</p>}>
        {(place) => (
          <button type="button" className="admin-line" onClick={() => setOpened(place)}>
            <strong>{place.name}</strong>
            <span>
              {place.region} · {place.lng.toFixed(2)}，{place.lat.toFixed(2)}
            </span>
            <span>{place.countBooks} 本书</span>
          </button>
        )}
      </PagedList>
      {opened && <PlaceDialog key={opened.id} place={opened} onDone={again} onClose={() => setOpened(null)} />}
    </div>
  )
}
