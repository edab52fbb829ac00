import type { InputHTMLAttributes, Ref } from 'react'

interface SearchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue'> {
  ref: Ref<HTMLInputElement>
  label: string
  /** Text for which the panel shows results. */
  searched: string
  /** Text of the button that starts the search. */
  button: string
  onSearch: (text: string) => void
  /** Called when the user presses Escape in the field. */
  onEscape: () => void
}

/** For each form, by its label, the text that was typed and not searched yet, and the text that was searched before. */
const unsent = new Map<string, { text: string; searched: string }>()

/** Search form of a panel of the reader. Text that was not searched yet is there again when the panel opens again. */
export function SearchForm({ ref, label, searched, button, onSearch, onEscape, ...input }: SearchProps) {
  const left = unsent.get(label)
  return (
    <search>
      <form
        className="reader-search"
        onSubmit={(event) => {
          // React resets a form after its `action`, so this form uses the submit event, which preserves the text.
          event.preventDefault()
          unsent.delete(label)
          onSearch(event.currentTarget.querySelector('input')?.value.trim() ?? '')
        }}
      >
        <input
          ref={ref}
          type="search"
          aria-label={label}
          defaultValue={left?.searched === searched ? left.text : searched}
          onInput={({ currentTarget }) => unsent.set(label, { text: currentTarget.value, searched })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // The browser itself would clear the field.
            event.preventDefault()
            onEscape()
          }}
          {...input}
        />
        <button type="submit" className="button">
          {button}
        </button>
      </form>
    </search>
  )
}
