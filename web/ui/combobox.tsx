import { type InputHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react'

export interface Combobox {
  /** The id of the combobox's text field. */
  id: string
  text: string
  isOpen: boolean
  open: () => void
  close: () => void
  /**
   * Sets the combobox's text as typing does: the list opens, and `onSearch` is called unless an input method is
   * composing.
   */
  type: (text: string) => void
  /** Sets the combobox's text and closes the list, as after a choice. */
  finish: (text: string) => void
  setComposing: (isComposing: boolean) => void
}

interface ComboboxOptions {
  initialText?: string
  /**
   * Callback that receives the text of the combobox whenever it changes. It is not called during composition by an
   * input method, because the text is not final then.
   */
  onSearch: (text: string) => void
  onOpen?: () => void
}

/** React hook that returns the state of a combobox. Pass the state to one `ComboboxField` and one `ComboboxPopup`. */
export function useCombobox({ initialText = '', onSearch, onOpen }: ComboboxOptions): Combobox {
  const id = useId()
  const isComposing = useRef(false)
  const [text, setText] = useState(initialText)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return {
    id,
    text,
    isOpen,
    open: () => {
      setIsOpen(true)
      onOpen?.()
    },
    close,
    type: (next) => {
      setText(next)
      setIsOpen(true)
      if (!isComposing.current) onSearch(next)
    },
    finish: (next) => {
      setText(next)
      close()
    },
    setComposing: (is) => {
      isComposing.current = is
    },
  }
}

interface ComboboxFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  box: Combobox
  /** Whether Enter without a chosen option submits the form around the field. Otherwise Enter never submits it. */
  allowsFreeText: boolean
  /** Callback for the Escape key while the list of options is closed. */
  onEscape?: (event: KeyboardEvent) => void
}

/**
 * The text field of a combobox. In the server's HTML it works as a plain field of its form. `ComboboxPopup` adds the
 * keys that move through the options, so that a page may load the popup after its first use.
 */
export function ComboboxField({ box, allowsFreeText, onEscape, ...input }: ComboboxFieldProps) {
  const handleKey = (event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow && !box.isOpen) {
      event.preventDefault()
      box.open()
    } else if (event.key === 'Enter' && !allowsFreeText) {
      event.preventDefault()
    } else if (event.key === 'Escape') {
      const isExpanded = event.currentTarget.ariaExpanded === 'true'
      if (!box.isOpen || !(isExpanded || box.text !== '')) return onEscape?.(event)
      event.preventDefault()
      box.close()
    }
  }
  return (
    <input
      {...input}
      id={box.id}
      // The field does not have the type `search`, because such a field is cleared by the Escape that closes the list.
      type="text"
      role="combobox"
      autoComplete="off"
      spellCheck={false}
      // The attribute is false only at first: `ComboboxPopup` sets it to true while it offers options.
      aria-expanded={false}
      aria-controls={listIdOf(box)}
      aria-autocomplete="list"
      value={box.text}
      onChange={({ target }) => box.type(target.value)}
      onFocus={box.open}
      onClick={() => box.isOpen || box.open()}
      onKeyDown={handleKey}
      onCompositionStart={() => box.setComposing(true)}
      onCompositionEnd={({ currentTarget }) => {
        box.setComposing(false)
        box.type(currentTarget.value)
      }}
    />
  )
}

/** Returns the id of the HTML element that lists the options of a combobox. */
export function listIdOf({ id }: Pick<Combobox, 'id'>): string {
  return `${id}-list`
}
