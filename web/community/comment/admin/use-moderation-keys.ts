import { useEffect } from 'react'

/**
 * Maps each key of the moderation queue to the name of the button that it presses in the comment that has the focus.
 */
const buttonNames: Record<string, string> = { a: 'approve', d: 'delete', u: 'undo' }
const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keyboard shortcuts of the moderation queue: `j` and `k` or the arrows move between comments, and letters press the
 * buttons of a comment.
 */
export function useModerationKeys() {
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function handleKey(event: KeyboardEvent) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea, select') !== null) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-admin-row]')]
  const at = rows.findIndex((row) => row.contains(target as Node))
  const step = steps[key]
  // While no comment of the moderation queue has the focus, the arrow keys scroll the page as usual.
  const row = step === undefined || (at < 0 && key.startsWith('Arrow')) ? undefined : rows[Math.max(at + step, 0)]
  const button = rows[at]?.querySelector<HTMLElement>(`[data-act="${buttonNames[key] ?? ''}"]`)
  if (row === undefined && !button) return
  event.preventDefault()
  row?.focus()
  button?.click()
}
