import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookAdminRow } from '#shared/api/book/book-admin.ts'
import { AdminSearch } from '#web/frame/admin/admin-search.tsx'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { countText } from '#web/ui/capped-count.ts'

const keyOf = ({ id }: BookAdminRow) => id

/** Admin page that lists and searches books and links to the forms that add and edit them. */
export function Component() {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      api.book.adminList({ query, ...(cursor && { cursor }) }, signal),
    [query],
  )
  const pages = usePagedList(ask, keyOf)
  useShortcuts({ n: () => void navigate('/admin/book/new') })
  return (
    <div className="admin-page">
      <PageHead title="书" description="编辑用的书的列表。" path={null} />
      <header className="admin-head">
        <h1>书</h1>
        <a className="button" href="/admin/book/new" aria-keyshortcuts="N">
          添加 <kbd>N</kbd>
        </a>
      </header>
      <LastEditNotice onUndone={pages.refresh} />
      <AdminSearch
        label="书名或作者的一部分，或 ISBN、编号"
        count={pages.list && `共 ${countText(pages.total)} 本`}
        onSearch={setQuery}
      />
      <PagedList pages={pages} label="书" keyOf={keyOf} empty={<p>没有这样的书。</p>}>
        {(book) => (
          <a className="admin-line" href={`/admin/book/${book.id}`}>
            <strong>
              {book.title}
              {book.isEdited && <span className="badge">改过</span>}
            </strong>
            <span>{book.authors.join('、')}</span>
            <span>
              {book.countPlaces} 处地方 · {book.countComments} 条评论
            </span>
          </a>
        )}
      </PagedList>
    </div>
  )
}
