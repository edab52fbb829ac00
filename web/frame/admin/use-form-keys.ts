import { type RefObject, useEffect, useEffectEvent } from 'react'
import { usePartKeys } from './use-part-keys.ts'

/**
 * Adds keyboard shortcuts to a form that contains a sortable list: Ctrl or ⌘ with Enter submits the form, and Alt with
 * an up or down arrow moves the list entry that has the focus (see `usePartKeys`).
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, move: (part: number, step: 1 | -1) => void) {
  usePartKeys(move)
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
