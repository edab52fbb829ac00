import type { KeyboardEvent } from 'react'

/**
 * Returns a key handler for the fields of a form: Ctrl or ⌘ with Enter submits the form, and Escape calls `leave`, if
 * given.
 */
export function sendByKey(leave?: () => void) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.closest('form')?.requestSubmit()
    } else if (event.key === 'Escape' && leave !== undefined) {
      event.preventDefault()
      leave()
    }
  }
}
