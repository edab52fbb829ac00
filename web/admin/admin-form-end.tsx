import type { ReactNode } from 'react'

interface DeskFormEndProps {
  /** What is wrong with the whole. */
  message: string
  isBusy: boolean
  /** The list it is one of. */
  listHref: string
  children?: ReactNode
}

/** What a form of the desk ends with; Ctrl with Enter sends it as the button does. */
export function AdminFormEnd({ message, isBusy, listHref, children }: DeskFormEndProps) {
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
