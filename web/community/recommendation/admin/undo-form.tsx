import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { api } from '#web/frame/session/session.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

interface UndoFormProps {
  inspection: Inspection
  onDecided: (outcome: string, id: string) => void
}

/** Message that states the decision on a recommendation and who decided, with a button that undoes the decision. */
export function UndoForm({ inspection, onDecided }: UndoFormProps) {
  const { id, title, status, reviewNote, bookId } = inspection.recommendation
  const [message, setMessage] = useState('')
  const undo = () =>
    void api.recommendation.undo({ id }).then(
      () => onDecided(`《${title}》回到了队列里`, id),
      (error: unknown) => setMessage(error instanceof Failure ? error.message : '没有撤销成功，请再试一次'),
    )
  useShortcuts({ u: undo })
  return (
    <div className="decision">
      <p>
        {inspection.reviewedBy?.name}
        {status === 'approved' ? '通过了它' : `退回了它：${reviewNote}`}
        {status === 'approved' && bookId !== null && (
          <>
            ，<a href={`/book/${bookId}`}>看书页</a>
          </>
        )}
      </p>
      <p className="form-buttons">
        <button type="button" className="button button-quiet" aria-keyshortcuts="U" onClick={undo}>
          撤销这个决定 <kbd>U</kbd>
        </button>
      </p>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
    </div>
  )
}
