import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PersonOption } from '#shared/api/person/person-admin.ts'
import { AdminSearch } from '#web/frame/admin/admin-search.tsx'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { describeOption } from '#web/catalogue/person/form/person-options.ts'
import { countText } from '#web/ui/capped-count.ts'

const keyOf = ({ id }: PersonOption) => id

/** Admin page that lists and searches people and links to the forms that add, edit and merge them. */
export function Component() {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      api.person.adminList({ query, ...(cursor && { cursor }) }, signal),
    [query],
  )
  const pages = usePagedList(ask, keyOf)
  useShortcuts({ n: () => void navigate('/admin/person/new') })
  return (
    <div className="admin-page">
      <PageHead title="人物" description="编辑用的人物列表。" path={null} />
      <header className="admin-head">
        <h1>人物</h1>
        <a className="button" href="/admin/person/new" aria-keyshortcuts="N">
          添加 <kbd>N</kbd>
        </a>
      </header>
      <LastEditNotice onUndone={pages.refresh} />
      <AdminSearch
        label="任何一个名字的一部分，或编号"
        count={pages.list && `共 ${countText(pages.total)} 位`}
        onSearch={setQuery}
      />
      <PagedList pages={pages} label="人物" keyOf={keyOf} empty={<p>没有这样的人物。</p>}>
        {(person) => (
          <a className="admin-line" href={`/admin/person/${person.id}`}>
            <strong>{person.name}</strong>
            <span>{person.names.slice(0, 3).join('、')}</span>
            <span>{describeOption(person)}</span>
          </a>
        )}
      </PagedList>
    </div>
  )
}
