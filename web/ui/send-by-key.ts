import type { KeyboardEvent } from 'react'

/** Makes a handler for a form's fields: Ctrl or ⌘ with Enter submits their form, and Escape calls `leave` if given. */
export function sendByKey(leave?: () => void) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.closest('form')?.requestSubmit()
    } else if (event.key === 'Escape' && leave !== undefined) {
      event.preventDefault()
      leave()
    }
  }
}
