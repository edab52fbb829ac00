import { X } from 'lucide'
import { Icon } from './icon.tsx'
import { createContext, type ReactNode, type SyntheticEvent, useContext, useEffect, useId, useRef } from 'react'
import './ask-dialog.css'

interface AskDialogProps {
  heading: string
  /**
   * Callback after the dialog was closed in any way. By then the element that had the focus before the dialog opened
   * has it again.
   */
  onClose(): void
  children: ReactNode
}

const CloseContext = createContext(() => {})

/** Returns a function that closes the surrounding dialog. */
export function useCloseDialog() {
  return useContext(CloseContext)
}

/** Modal dialog, open while it is mounted. The focus starts in the first field or button. */
export function AskDialog({ heading, onClose, children }: AskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (dialog.current === null || dialog.current.open) return
    dialog.current.showModal()
    dialog.current
      .querySelector<HTMLElement>('input:not([type=hidden]), select, textarea, .ask-dialog-buttons button')
      ?.focus()
  }, [])
  // The browser reports a closed dialog in a later task. A click before that task may already ask for another dialog,
  // which the late report would close, so the dialog reports by itself.
  const close = () => {
    dialog.current?.close()
    onClose()
  }
  const handleCancel = (event: SyntheticEvent) => {
    // A file input inside the dialog fires a `cancel` event of its own, which must not close the dialog.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    close()
  }
  return (
    <dialog ref={dialog} className="panel ask-dialog" aria-labelledby={id} onCancel={handleCancel} onClose={onClose}>
      <header>
        <h2 id={id}>{heading}</h2>
        <button type="button" className="icon-button" aria-label="关闭" onClick={close}>
          <Icon of={X} size={20} />
        </button>
      </header>
      <CloseContext value={close}>{children}</CloseContext>
    </dialog>
  )
}
