import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  /** Error message of the form field. */
  error?: string | undefined
  hint?: ReactNode
  /** A button that is placed beside the form field. */
  action?: ReactNode
}

/** A labelled input with its error message, which is linked to the input for screen readers. */
export function Field({ label, error, hint, action, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
        />
        {action}
      </div>
      <p id={`${id}-note`} className={error === undefined ? 'field-hint' : 'field-error'} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
