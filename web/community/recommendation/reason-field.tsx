import { LongField } from '#web/ui/long-field.tsx'
import { lengthOf, maxReason, minReason } from '#web/catalogue/book/form/recommendation-draft.ts'

interface ReasonFieldProps {
  value: string
  error?: string | undefined
  onChange: (reason: string) => void
  onLeave: () => void
}

/** Text field for the reason of the recommendation, with a character count. */
export function ReasonField({ value, error, onChange, onLeave }: ReasonFieldProps) {
  const length = lengthOf(value)
  return (
    <LongField
      label="为什么推荐"
      name="reason"
      rows={6}
      required
      placeholder="哪一段让你忘不掉？它和哪个地方连在一起？"
      value={value}
      error={error}
      hint={`${minReason}–${maxReason} 字，会署你的名字出现在书页上`}
      count={
        <span className="count reason-count">
          {length}/{maxReason}
        </span>
      }
      onBlur={onLeave}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
