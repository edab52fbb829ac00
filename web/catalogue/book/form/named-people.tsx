import { CreditedNames } from '#web/catalogue/person/form/credited-names.tsx'
import { authorsOf } from './recommendation-draft.ts'

interface NamedPeopleProps {
  /** Names as typed, separated by 、 or commas. */
  text: string
  /** Callback that receives the names after the editor chose a person for one of them. */
  onChange: (text: string) => void
}

/** Hints about the people whose names an editor has typed, below the field of the names. */
export function NamedPeople({ text, onChange }: NamedPeopleProps) {
  const names = authorsOf(text)
  return (
    <CreditedNames
      names={names}
      onChoose={(typed, unique) => onChange(names.map((one) => (one === typed ? unique : one)).join('、'))}
    />
  )
}
