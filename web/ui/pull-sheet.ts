import type { PointerEvent as ReactPointerEvent } from 'react'

/** Distance in pixels that a finger must pull a sheet down to close it. */
const closingDistance = 72

/**
 * Handles a press on the head of a sheet: in a small window, where sheets lie at the lower edge, the sheet follows the
 * finger downwards, and `close` is called if the finger has moved far enough.
 */
export function pullSheet(
  { currentTarget, target, pointerId, clientY }: ReactPointerEvent<HTMLElement>,
  sheet: HTMLElement | null,
  close: () => void,
) {
  const head: HTMLElement = currentTarget
  if (sheet === null || !matchMedia('(width <= 1000px)').matches) return
  if (target instanceof Element && target.closest('button')) return
  const pulled = (event: PointerEvent) => Math.max(0, event.clientY - clientY)
  const pulling = new AbortController()
  const { signal } = pulling
  const end = (event: PointerEvent) => {
    pulling.abort()
    sheet.style.translate = ''
    if (event.type === 'pointerup' && pulled(event) >= closingDistance) close()
  }
  head.setPointerCapture(pointerId)
  head.addEventListener('pointermove', (event) => (sheet.style.translate = `0 ${pulled(event)}px`), { signal })
  head.addEventListener('pointerup', end, { signal })
  head.addEventListener('pointercancel', end, { signal })
}
