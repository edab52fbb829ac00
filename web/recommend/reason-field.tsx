import { useId } from 'react'
import { lengthOf, maxReason, minReason } from './recommend-draft.ts'

interface ReasonFieldProps {
  value: string
  error?: string | undefined
  onChange: (reason: string) => void
  onLeave: () => void
}

/** Why one recommends it, with how much has been written. */
export function ReasonField({ value, error, onChange, onLeave }: ReasonFieldProps) {
  const id = useId()
  const length = lengthOf(value)
  return (
    <div className="field">
      <label htmlFor={id}>为什么推荐</label>
      <textarea
        id={id}
        name="reason"
        rows={6}
        required
        placeholder="哪一段让你忘不掉？它和哪个地方连在一起？"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        value={value}
        onBlur={onLeave}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={error === undefined ? 'field-hint' : 'field-error'}>
        {error ?? `${minReason}–${maxReason} 字，会署你的名字出现在书页上`}
        <span className="count reason-count">
          {length}/{maxReason}
        </span>
      </p>
    </div>
  )
}
