import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Restores text that a visitor typed into a field of the server's HTML before hydration, which empties controlled
 * fields. `id` is the field's id. Calls `restore` once, after hydration, with the text, which is empty if nothing was
 * typed.
 */
export function useEarlyText(id: string, restore: (text: string) => void) {
  const [typed] = useState(() => valueOf(id))
  const onHydrated = useEffectEvent(restore)
  useEffect(() => {
    // The restored text is set in a separate task, so that React has first replayed the events that the field received
    // before hydration.
    const timer = setTimeout(() => onHydrated(typed))
    return () => clearTimeout(timer)
  }, [typed])
}

function valueOf(id: string): string {
  if (typeof document === 'undefined') return ''
  const field = document.getElementById(id)
  return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : ''
}
