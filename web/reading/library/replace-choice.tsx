interface ChoiceProps {
  isReplacing: boolean
  onChange: (isReplacing: boolean) => void
}

/** Asks whether an uploaded file replaces the text of the same title and language that the book has. */
export function ReplaceChoice({ isReplacing, onChange }: ChoiceProps) {
  return (
    <fieldset>
      <legend>这本书已有一份同名、同语言的正文</legend>
      <label>
        <input type="radio" name="replacing" checked={isReplacing} onChange={() => onChange(true)} />
        替换它，先看看有什么不同
      </label>
      <label>
        <input type="radio" name="replacing" checked={!isReplacing} onChange={() => onChange(false)} />
        两份都留着
      </label>
    </fieldset>
  )
}
