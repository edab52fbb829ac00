import type { ReactNode } from 'react'

interface AdminDialogEndProps {
  message: string
  isBusy: boolean
  /** Further buttons of the admin dialog, placed before the save button. */
  children?: ReactNode
}

/** The end of a form in an admin dialog: the error message about the whole form, and the buttons. */
export function AdminDialogEnd({ message, isBusy, children }: AdminDialogEndProps) {
  return (
    <>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <div className="ask-dialog-buttons">
        {children}
        <button type="submit" className="button" aria-disabled={isBusy}>
          保存
        </button>
      </div>
    </>
  )
}
