import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import './ask-dialog.css'

interface AskDialogProps {
  heading: string
  /** Hears that it was closed, by whatever way; the keyboard is then back where it was. */
  onClose(): void
  children: ReactNode
}

const CloseContext = createContext(() => {})

/** Closes the dialog one is in. */
export function useCloseDialog() {
  return useContext(CloseContext)
}

/** A question over the page, open as long as it is there. The keyboard begins where one types or answers. */
export function AskDialog({ heading, onClose, children }: AskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (dialog.current === null || dialog.current.open) return
    dialog.current.showModal()
    dialog.current.querySelector<HTMLElement>('input:not([type=hidden]), .ask-dialog-buttons button')?.focus()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className="panel ask-dialog" aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{heading}</h2>
        <button type="button" className="icon-button" aria-label="关上" onClick={close}>
          <X size={20} strokeWidth={1.5} aria-hidden />
        </button>
      </header>
      <CloseContext value={close}>{children}</CloseContext>
    </dialog>
  )
}
