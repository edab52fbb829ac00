import type { ReactNode } from 'react'

interface AdminFormEndProps {
  /** Error message that belongs to the whole form rather than to one field. */
  message: string
  isBusy: boolean
  /** URL of the admin list page that contains the edited item. */
  listHref: string
  children?: ReactNode
}

/** The end of a form on an admin page, with the submit button; Ctrl+Enter submits the form like the button. */
export function AdminFormEnd({ message, isBusy, listHref, children }: AdminFormEndProps) {
  return (
    <>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <p className="form-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          保存 <kbd>Ctrl Enter</kbd>
        </button>
        <a className="button button-quiet" href={listHref}>
          回到列表
        </a>
        {children}
      </p>
    </>
  )
}
