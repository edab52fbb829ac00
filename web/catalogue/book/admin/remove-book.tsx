import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Form that deletes a book to which no data of users refers. */
export function RemoveBook({ id, title }: { id: string; title: string }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className="admin-section">
      <h2>移除</h2>
      <p className="form-note">只有读者还没有碰过的书能移除；可以撤销。</p>
      <p className="form-buttons">
        <button type="button" className="button button-quiet" onClick={() => setIsAsking(true)}>
          移除这本书
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          heading={`移除《${title}》？`}
          confirm="移除"
          act={async () => {
            const { auditId } = await api.book.remove({ id })
            reportEdit(`移除了《${title}》`, { auditId, href: `/admin/book/${id}` })
            await navigate('/admin/book')
          }}
          onClose={() => setIsAsking(false)}
        >
          它会从列表、检索和地图上消失。
        </ConfirmDialog>
      )}
    </section>
  )
}
