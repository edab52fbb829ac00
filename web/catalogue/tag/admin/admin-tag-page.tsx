import { useState } from 'react'
import type { TagAdminRow } from '#shared/api/tag/tag-admin.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import { LargeChangeNote, useReloadWhileChanging } from '#web/frame/admin/large-change-note.tsx'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { tagKindNames } from '#web/catalogue/tag/tag-words.ts'
import './admin-tag.css'

const listTags = (signal?: AbortSignal) => api.tag.adminList({}, signal)

/** Admin page that lists tags by kind, to add, rename, order and merge them. */
export function Component() {
  const { data, message, reload } = useAnswer(listTags)
  const [opened, setOpened] = useState<TagAdminRow | 'new' | null>(null)
  useShortcuts({ n: () => setOpened('new') })
  const tags = data?.list ?? []
  useReloadWhileChanging(tags, reload)
  const kinds = data === undefined ? [] : (Object.keys(tagKindNames) as TagKind[])
  return (
    <div className="admin-page">
      <PageHead title="标签" description="编辑用的标签列表。" path={null} />
      <header className="admin-head">
        <h1>标签</h1>
        <button type="button" className="button" aria-keyshortcuts="N" onClick={() => setOpened('new')}>
          添加 <kbd>N</kbd>
        </button>
      </header>
      <LastEditNotice onUndone={reload} />
      {message && <p role="alert">{message}</p>}
      {kinds.map((kind) => (
        <section key={kind} className="tag-admin-kind">
          <h2>{tagKindNames[kind]}</h2>
          <ul className="tag-admin-list">
            {tags
              .filter((tag) => tag.kind === kind)
              .map((tag) => (
                <li key={tag.id}>
                  <button type="button" onClick={() => setOpened(tag)}>
                    {tag.name} <span className="count">{tag.count}</span> <LargeChangeNote change={tag.change} />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {opened && (
        <TagDialog
          key={opened === 'new' ? 'new' : opened.id}
          tag={opened === 'new' ? null : opened}
          tags={tags}
          onDone={reload}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
