import { useEffect, useEffectEvent } from 'react'

/** In a form of many parts: Ctrl or ⌘ with Enter sends it, Alt with an arrow moves the part one is in. */
export function useFormKeys(send: () => void, move: (part: number, step: 1 | -1) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    const part = document.activeElement?.closest<HTMLElement>('[data-part]')?.dataset['part']
    if (event.altKey && step !== undefined && part !== undefined) {
      event.preventDefault()
      move(Number(part), step)
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
