import type { KeyboardEvent } from 'react'

/** In a form: Ctrl or ⌘ with Enter sends it, Escape leaves it. */
export function sendByKey(send: () => void, leave: () => void) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
  }
}
