import type { InputHTMLAttributes, Ref } from 'react'

interface SearchProps extends InputHTMLAttributes<HTMLInputElement> {
  ref: Ref<HTMLInputElement>
  label: string
  /** Text of the button that starts the search. */
  button: string
  onSearch: (text: string) => void
  /** Called when the user presses Escape in the field. */
  onEscape: () => void
}

/** Search form of a panel of the reader. */
export function SearchForm({ ref, label, button, onSearch, onEscape, ...input }: SearchProps) {
  return (
    <search>
      <form
        className="reader-search"
        onSubmit={(event) => {
          // React resets a form after its `action`, so this form uses the submit event, which preserves the text.
          event.preventDefault()
          onSearch(event.currentTarget.querySelector('input')?.value.trim() ?? '')
        }}
      >
        <input
          ref={ref}
          type="search"
          aria-label={label}
          onKeyDown={(event) => event.key === 'Escape' && onEscape()}
          {...input}
        />
        <button type="submit" className="button">
          {button}
        </button>
      </form>
    </search>
  )
}
