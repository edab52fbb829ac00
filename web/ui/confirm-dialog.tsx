import type { ReactNode } from 'react'
import { AskDialog, useCloseDialog } from './ask-dialog.tsx'
import { useForm } from './use-form.ts'

interface ConfirmDialogProps {
  heading: string
  /** What will happen. */
  children: ReactNode
  /** A verb. */
  confirm: string
  /** What is done; its failure is told here. */
  act(): Promise<unknown>
  onClose(): void
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({ heading, children, confirm, act, onClose }: ConfirmDialogProps) {
  return (
    <AskDialog heading={heading} onClose={onClose}>
      <ConfirmForm confirm={confirm} act={act}>
        {children}
      </ConfirmForm>
    </AskDialog>
  )
}

type ConfirmFormProps = Pick<ConfirmDialogProps, 'children' | 'confirm' | 'act'>

function ConfirmForm({ children, confirm, act }: ConfirmFormProps) {
  const close = useCloseDialog()
  const { isBusy, message, form } = useForm(async () => {
    await act()
    close()
  })
  return (
    <form className="form" {...form}>
      <div>{children}</div>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <div className="ask-dialog-buttons">
        <button type="button" className="button button-quiet" onClick={close}>
          算了
        </button>
        <button type="submit" className="button" aria-disabled={isBusy}>
          {confirm}
        </button>
      </div>
    </form>
  )
}
