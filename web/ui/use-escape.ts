import { useEffect, useEffectEvent } from 'react'

/**
 * React hook that calls the handler when the Escape key is pressed, wherever the focus is, unless the key closes
 * another element first.
 */
export function useEscape(leave: () => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || document.querySelector(':popover-open') !== null
    if (event.key === 'Escape' && !isTaken) leave()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
