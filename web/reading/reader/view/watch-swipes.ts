const minDistance = 40

/**
 * Reports swipes to the left or right in a document or element that is not zoomed and in which no text is selected;
 * `began` is called at every touch, which may become a swipe.
 */
export function watchSwipes(area: Document | HTMLElement, swiped: (isLeftward: boolean) => void, began?: () => void) {
  const doc = area.ownerDocument ?? (area as Document)
  let start: Touch | null = null
  area.addEventListener(
    'touchstart',
    (event) => {
      const { touches } = event as TouchEvent
      start = touches.length === 1 && !isZoomed() ? (touches[0] ?? null) : null
      began?.()
    },
    { passive: true },
  )
  area.addEventListener('touchend', (event) => {
    const end = (event as TouchEvent).changedTouches[0]
    if (start === null || end === undefined || isZoomed() || doc.getSelection()?.isCollapsed === false) return
    const [across, down] = [end.screenX - start.screenX, end.screenY - start.screenY]
    start = null
    if (Math.abs(across) > minDistance && Math.abs(across) > 2 * Math.abs(down)) swiped(across < 0)
  })
}

function isZoomed(): boolean {
  return (visualViewport?.scale ?? 1) > 1.01
}
