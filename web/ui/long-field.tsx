import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

interface LongFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** What is wrong with what was entered. */
  error?: string | undefined
  hint?: ReactNode
  /** Stands beside what is wrong as well. */
  count?: ReactNode
  ref?: (element: HTMLTextAreaElement | null) => void
}

/** As `Field`, of several lines. */
export function LongField({ label, error, hint, count, ...area }: LongFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} aria-invalid={error !== undefined || undefined} aria-describedby={`${id}-note`} {...area} />
      <p id={`${id}-note`} className={error === undefined ? 'field-hint' : 'field-error'}>
        {/* A hint may count what is typed, which nobody wants to hear at each letter. */}
        <span aria-live="polite">{error}</span>
        {error === undefined && hint}
        {count}
      </p>
    </div>
  )
}
