import { useCallback, useState } from 'react'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import { AdminSearch } from '#web/frame/admin/admin-search.tsx'
import { findUnsaved } from '#web/frame/session/unsaved-form.ts'
import { LargeChangeNote, useReloadWhileChanging } from '#web/frame/admin/large-change-note.tsx'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { countText } from '#web/ui/capped-count.ts'
import { PlaceDialog, placeFormName, type UnsavedPlace } from './place-dialog.tsx'

const keyOf = ({ id }: PlaceAdminRow) => id

/** Admin page that lists places, to move, rename or merge them. */
export function Component() {
  const [search, setSearch] = useState({ query: '', times: 0 })
  // The open dialog, null if none is open. Its `place` is null if the editor adds a new place.
  const [opened, setOpened] = useState<{ place: PlaceAdminRow | null } | null>(() => {
    const unsaved = findUnsaved<UnsavedPlace>(`${placeFormName} `)
    return unsaved && { place: unsaved.subject }
  })
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      api.place.adminList({ query: search.query, ...(cursor && { cursor }) }, signal),
    [search],
  )
  const pages = usePagedList(ask, keyOf)
  useShortcuts({ n: () => setOpened((opened) => opened ?? { place: null }) })
  useReloadWhileChanging(pages.list ?? [], pages.reload)
  const again = () => setSearch(({ query, times }) => ({ query, times: times + 1 }))
  return (
    <div className="admin-page">
      <PageHead title="地方" description="编辑用的地方列表。" path={null} />
      <header className="admin-head">
        <h1>地方</h1>
        <button type="button" className="button" aria-keyshortcuts="N" onClick={() => setOpened({ place: null })}>
          添加 <kbd>N</kbd>
        </button>
      </header>
      <LastEditNotice onUndone={again} />
      <AdminSearch
        label="任何一个名字的一部分，或编号"
        count={pages.list && `共 ${countText(pages.total)} 处`}
        onSearch={(query) => setSearch({ query, times: 0 })}
      />
      <PagedList pages={pages} label="地方" keyOf={keyOf} empty={<p>没有这样的地方。</p>}>
        {(place) => <PlaceLine place={place} onOpen={() => setOpened({ place })} />}
      </PagedList>
      {opened && (
        <PlaceDialog
          key={opened.place?.id ?? 'new'}
          place={opened.place}
          onDone={again}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

function PlaceLine({ place, onOpen }: { place: PlaceAdminRow; onOpen: () => void }) {
  const names = place.names.slice(0, 3).map(({ name }) => name)
  return (
    <button type="button" className="admin-line" onClick={onOpen}>
      <strong>
        {place.name} {names.length > 0 && <small>{names.join('、')}</small>}
      </strong>
      <span>
        {place.region} · {place.lng.toFixed(2)}，{place.lat.toFixed(2)}
        <LargeChangeNote change={place.change} />
      </span>
      <span>{place.countBooks} 本书</span>
    </button>
  )
}
