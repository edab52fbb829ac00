import { useEffect } from 'react'

/** The row's button that each key presses. */
const acts: Record<string, string> = { a: 'keep', d: 'delete', u: 'undo' }
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Goes through the rows of a desk by `j` and `k` or the arrows, and presses a row's own buttons by letters. */
export function useModerationKeys() {
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function handleKey(event: KeyboardEvent) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea, select') !== null) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-desk-row]')]
  const at = rows.findIndex((row) => row.contains(target as Node))
  const step = steps[key]
  // Before a row has been gone to, arrows scroll the page as ever.
  const row = step === undefined || (at < 0 && key.startsWith('Arrow')) ? undefined : rows[Math.max(at + step, 0)]
  const button = rows[at]?.querySelector<HTMLElement>(`[data-act="${acts[key] ?? ''}"]`)
  if (row === undefined && !button) return
  event.preventDefault()
  row?.focus()
  button?.click()
}
