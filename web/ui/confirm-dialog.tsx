import type { ReactNode } from 'react'
import { AskDialog, useCloseDialog } from './ask-dialog.tsx'
import { useForm } from './use-form.ts'

interface ConfirmDialogProps {
  heading: string
  /** Description of the consequences of the confirmed action. */
  children: ReactNode
  /** The verb on the confirmation button. */
  confirm: string
  /** The confirmed action; if it fails, the dialog shows the error message. */
  act(): Promise<unknown>
  onClose(): void
}

/** Dialog that asks for confirmation before an action that cannot be undone. */
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
