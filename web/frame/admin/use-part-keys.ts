import { useEffect, useEffectEvent } from 'react'

/**
 * Adds keyboard shortcuts to a page with a sortable list: Alt with an up or down arrow moves the list entry that has
 * the focus. The elements of the entries must have their index as `data-part`.
 */
export function usePartKeys(move: (part: number, step: 1 | -1) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    const part = document.activeElement?.closest<HTMLElement>('[data-part]')?.dataset['part']
    if (!event.altKey || step === undefined || part === undefined) return
    event.preventDefault()
    move(Number(part), step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
