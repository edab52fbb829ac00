import { useEffect, useEffectEvent } from 'react'

/**
 * Registers single-key shortcuts of a page, which are active while no text field has the focus. The key `?` shows and
 * hides each key beside its action.
 */
export function useShortcuts(acts: Record<string, () => void>) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // Several components of a page have shortcuts, but the first of them that hears `?` shows the keys.
    const act = event.key === '?' && !event.defaultPrevented ? toggleKeys : acts[event.key.toLowerCase()]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const toggleKeys = () => document.documentElement.toggleAttribute('data-keys')

function isTyping({ target }: KeyboardEvent) {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
