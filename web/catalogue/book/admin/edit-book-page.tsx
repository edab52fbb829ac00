import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { AnswerPlaceholder } from '#web/ui/answer-placeholder.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { formatTime } from '#web/ui/time-text.ts'
import { RelationList } from './relation-list.tsx'
import { EditBookForm } from './edit-book-form.tsx'
import { EditionCommands } from './edition-commands.tsx'
import { MergeBook } from './merge-book.tsx'
import { RemoveBook } from './remove-book.tsx'

/** Admin page that creates a book, or edits, merges and deletes an existing one. */
export function Component() {
  const id = useParams()['id'] ?? ''
  return id === 'new' ? <NewBook /> : <EditBook key={id} id={id} />
}

function NewBook() {
  return (
    <div className="admin-page">
      <PageHead title="添加书" description="编辑用的表单。" path={null} />
      <h1>添加书</h1>
      <EditBookForm edited={null} onSaved={() => undefined} />
    </div>
  )
}

function EditBook({ id }: { id: string }) {
  const ask = useCallback((signal?: AbortSignal) => api.book.inspect({ id }, signal), [id])
  const { data, message, reload } = useAnswer(ask)
  const [countUndone, setCountUndone] = useState(0)
  const [isDirty, setIsDirty] = useState(false)
  const isAdmin = useSession((state) => state.userInfo.roles.includes('admin'))
  if (data === undefined || message) return <AnswerPlaceholder message={message} />
  const { book, userContent, lastEdit } = data
  return (
    <div className="admin-page">
      <PageHead title={`改《${book.title}》`} description="编辑用的表单。" path={null} />
      <header className="admin-head">
        <h1>《{book.title}》</h1>
        <span className="form-buttons">
          <a className="button button-quiet" href={`/book/${id}`}>
            看书页
          </a>
          {isAdmin && (
            <a className="button button-quiet" href={`/admin/audit?target=${id}`}>
              操作记录
            </a>
          )}
        </span>
      </header>
      <LastEditNotice
        onUndone={() => {
          reload()
          setCountUndone((count) => count + 1)
        }}
      />
      <p className="form-note">
        {lastEdit && `${lastEdit.name}在${formatTime(lastEdit.time)}改过。`}
        {userContent.length > 0 && `这本书有${userContent.map(({ kind, count }) => `${kind} ${count}`).join('、')}。`}
      </p>
      <EditBookForm key={data.version} edited={data} onSaved={reload} onDirty={setIsDirty} />
      <EditionCommands key={`editions ${data.version}`} edited={data} isDirty={isDirty} onChanged={reload} />
      <RelationList key={`relations.${countUndone}`} id={id} title={book.title} />
      <MergeBook id={id} title={book.title} />
      <RemoveBook id={id} title={book.title} />
    </div>
  )
}
