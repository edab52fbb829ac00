import type { ReactNode } from 'react'
import { useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { reportEdit } from './last-edit-store.ts'
import { useForm } from '#web/ui/use-form.ts'

interface Named {
  id: string
  name: string
}

interface MergeIntoProps {
  loser: Named
  /** The item that the editor has chosen to survive the merge. */
  winner: Named | undefined
  /** Label of the merge button until the editor has chosen the item that survives the merge. */
  unchosen: string
  merge: (pair: { loserId: string; winnerId: string }) => Promise<{ auditId: string }>
  onDone: () => void
  /** The form field with which the editor chooses the item that survives the merge. */
  children: ReactNode
}

/** Form that merges the item of the open dialog (such as a tag) into another item, which the editor chooses. */
export function MergeInto({ loser, winner, unchosen, merge, onDone, children }: MergeIntoProps) {
  const close = useCloseDialog()
  const { form, isBusy, message } = useForm(
    async () => {
      if (winner === undefined) return
      const { auditId } = await merge({ loserId: loser.id, winnerId: winner.id })
      reportEdit(`「${loser.name}」并到了「${winner.name}」`, { auditId })
      onDone()
      close()
    },
    { hasSummary: true },
  )
  return (
    <form className="form admin-form admin-section" {...form}>
      {children}
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <div className="ask-dialog-buttons">
        <button type="submit" className="button button-quiet" disabled={isBusy || winner === undefined}>
          {winner ? `并到「${winner.name}」` : unchosen}
        </button>
      </div>
    </form>
  )
}
