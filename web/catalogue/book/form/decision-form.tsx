import type { ReactNode } from 'react'
import type { FormAttempt } from '#web/ui/use-form.ts'

interface DecisionFormProps {
  className?: string
  /** Label of the submit button of an editor's form. */
  act: ReactNode
  canSend?: boolean
  /** Whether the submit button gets the focus when the form opens, because no field must be filled in before it. */
  startsAtAct?: boolean
  attempt: FormAttempt
  onClose: () => void
  children: ReactNode
}

/**
 * Form with which an editor decides about a recommendation or saves a video, with buttons that submit or close the
 * form. Its fields call `sendByKey` to submit the form by a keyboard shortcut.
 */
export function DecisionForm(props: DecisionFormProps) {
  const {
    className = 'decision-form',
    act,
    canSend = true,
    startsAtAct = false,
    attempt: { form, isBusy, message },
    onClose,
    children,
  } = props
  return (
    <form className={className} noValidate {...form}>
      {children}
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <p className="form-buttons">
        <button
          type="submit"
          className="button"
          disabled={isBusy || !canSend}
          ref={startsAtAct ? focusFirst : undefined}
        >
          {act}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          算了 <kbd>Esc</kbd>
        </button>
      </p>
    </form>
  )
}

const focusFirst = (element: HTMLElement | null) => element?.focus()
