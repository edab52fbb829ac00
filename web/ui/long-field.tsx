import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

interface LongFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** Error message of the form field. */
  error?: string | undefined
  hint?: ReactNode
  /** Number of typed characters, shown below the field even while there is an error message. */
  count?: ReactNode
  ref?: (element: HTMLTextAreaElement | null) => void
}

/** A labelled form field (see `Field`) for text of several lines. */
export function LongField({ label, error, hint, count, ...area }: LongFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} aria-invalid={error !== undefined || undefined} aria-describedby={`${id}-note`} {...area} />
      <p id={`${id}-note`} className={error === undefined ? 'field-hint' : 'field-error'}>
        {/* Screen readers do not announce the hint of the form field, because it may count the typed characters. */}
        <span aria-live="polite">{error}</span>
        {error === undefined && hint}
        {count}
      </p>
    </div>
  )
}
