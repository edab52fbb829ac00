import { useEffect, useEffectEvent } from 'react'

/** Single keys that do something on this page, as long as nobody types; what does it is shown beside each act. */
export function useShortcuts(acts: Record<string, () => void>) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key.toLowerCase()]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event))
      return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isTyping({ target }: KeyboardEvent) {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
