import { useNavigate } from 'react-router'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { reportEdit, useLastEdit } from './last-edit-store.ts'

interface LastEditNoticeProps {
  /** Callback after the editor has undone their last action, so that the page can reload its data. */
  onUndone: () => void
}

/** A notice that tells editors their last action and offers to undo it. */
export function LastEditNotice({ onUndone }: LastEditNoticeProps) {
  const { message, undo } = useLastEdit()
  const navigate = useNavigate()
  const undoLast = async () => {
    if (undo === null) return
    try {
      await api.audit.undo({ id: undo.auditId })
      reportEdit('撤销了')
      onUndone()
      if (undo.href !== undefined) await navigate(undo.href)
    } catch (error) {
      reportEdit(describeFailure(error).message)
    }
  }
  useShortcuts({ u: () => void undoLast() })
  return (
    <div className="done-line">
      <p role="status">{message}</p>
      {undo !== null && (
        <button type="button" className="button button-quiet" aria-keyshortcuts="U" onClick={() => void undoLast()}>
          撤销 <kbd>U</kbd>
        </button>
      )}
    </div>
  )
}
