import { useNavigate } from 'react-router'
import { useShortcuts } from '../review/use-shortcuts.ts'
import { api } from '../session/session.ts'
import { describe } from '../ui/use-submit.ts'
import { sayDone, useLastDone } from './done-store.ts'

interface DoneLineProps {
  /** It was taken back: what is shown is to be read again. */
  onUndone: () => void
}

const pages: Record<string, string> = { book: '/admin/book', tour: '/admin/tour' }

/** Says what was done last, and takes it back. */
export function DoneLine({ onUndone }: DoneLineProps) {
  const { said, auditId } = useLastDone()
  const navigate = useNavigate()
  const undo = async () => {
    if (auditId === null) return
    try {
      const { targetType, targetId } = await api.audit.undo({ id: auditId })
      sayDone('撤销了')
      onUndone()
      // What came back is shown where it is edited.
      if (said.startsWith('移走了') && pages[targetType]) await navigate(`${pages[targetType]}/${targetId}`)
    } catch (error) {
      sayDone(describe(error).message, null)
    }
  }
  useShortcuts({ u: () => void undo() })
  return (
    <div className="done-line">
      <p role="status">{said}</p>
      {auditId !== null && (
        <button type="button" className="button button-quiet" aria-keyshortcuts="U" onClick={() => void undo()}>
          撤销 <kbd>U</kbd>
        </button>
      )}
    </div>
  )
}
