import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Adds keyboard shortcuts to a form that contains a sortable list: Ctrl or ⌘ with Enter submits the form, and Alt with
 * an up or down arrow moves the list entry that has the focus. The elements of the entries must have their index as
 * `data-part`.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, move: (part: number, step: 1 | -1) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    const part = document.activeElement?.closest<HTMLElement>('[data-part]')?.dataset['part']
    if (event.altKey && step !== undefined && part !== undefined) {
      event.preventDefault()
      move(Number(part), step)
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      form.current?.requestSubmit()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
