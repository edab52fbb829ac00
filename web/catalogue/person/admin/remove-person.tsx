import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Form that deletes a person whom no book names. */
export function RemovePerson({ id, name }: { id: string; name: string }) {
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
