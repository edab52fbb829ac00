import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Button that undoes one recorded action after a confirmation. */
export function UndoButton({ id, onUndone }: { id: string; onUndone: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => setIsAsking(true)}>
        撤销
      </button>
      {isAsking && (
        <ConfirmDialog
          heading="撤销这一步？"
          confirm="撤销"
          act={async () => {
            await api.audit.undo({ id })
            onUndone()
          }}
          onClose={() => setIsAsking(false)}
        >
          它做过的会改回去；之后又被改过的地方不动。
        </ConfirmDialog>
      )}
    </>
  )
}
