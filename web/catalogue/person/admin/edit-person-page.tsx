import { useCallback, useState } from 'react'
import { useParams, useNavigate } from 'react-router'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { roleNames } from '#web/catalogue/person/person-words.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { AnswerPlaceholder } from '#web/ui/answer-placeholder.tsx'
import { formatTime } from '#web/ui/time-text.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { EditPersonForm } from './edit-person-form.tsx'
import { MergePerson } from './merge-person.tsx'
import { countText } from '#web/ui/capped-count.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import './admin-person.css'

/** Admin page that creates a person, or edits, merges and deletes an existing one. */
export function Component() {
  const id = useParams()['id'] ?? ''
  return id === 'new' ? <NewPerson /> : <EditPerson key={id} id={id} />
}

function NewPerson() {
  return (
    <div className="admin-page">
      <PageHead title="添加人物" description="编辑用的表单。" path={null} />
      <h1>添加人物</h1>
      <EditPersonForm edited={null} onSaved={() => undefined} />
    </div>
  )
}

function EditPerson({ id }: { id: string }) {
  const ask = useCallback((signal?: AbortSignal) => api.person.inspect({ id }, signal), [id])
  const { data, message, reload } = useAnswer(ask)
  const isAdmin = useSession((state) => state.userInfo.roles.includes('admin'))
  if (data === undefined || message) return <AnswerPlaceholder message={message} />
  const { person, works, lastEdit } = data
  return (
    <div className="admin-page">
      <PageHead title={`改「${person.name}」`} description="编辑用的表单。" path={null} />
      <header className="admin-head">
        <h1>{person.name}</h1>
        <span className="form-buttons">
          <a className="button button-quiet" href={`/person/${id}`}>
            看人物页
          </a>
          {isAdmin && (
            <a className="button button-quiet" href={`/admin/audit?target=${id}`}>
              操作记录
            </a>
          )}
        </span>
      </header>
      <LastEditNotice onUndone={reload} />
      <p className="form-note">
        {lastEdit && `${lastEdit.name}在${formatTime(lastEdit.time)}改过。`}
        {works.length > 0 &&
          `${works.map(({ role, count }) => `${roleNames[role]} ${countText(count)} 本`).join('，')}。`}
      </p>
      <EditPersonForm key={data.version} edited={data} onSaved={reload} />
      <MergePerson id={id} name={person.name} />
      {works.length === 0 && <RemovePerson id={id} name={person.name} />}
    </div>
  )
}

/** Form that deletes a person whom no book names. */
function RemovePerson({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="admin-section">
      <h2>移除</h2>
      <p className="form-note">没有书署着这个名字，可以移除；可以撤销。</p>
      <p className="form-buttons">
        <button type="button" className="button button-quiet" onClick={() => setIsAsking(true)}>
          移除这位人物
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          heading={`移除「${name}」？`}
          confirm="移除"
          act={async () => {
            const { auditId } = await api.person.remove({ id })
            reportEdit(`移除了「${name}」`, { auditId, href: `/admin/person/${id}` })
            await navigate('/admin/person')
          }}
          onClose={() => setIsAsking(false)}
        >
          人物页会消失。
        </ConfirmDialog>
      )}
    </section>
  )
}
