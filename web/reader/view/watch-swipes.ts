const minDistance = 40

/** Reports swipes to the left or right in a document that is not zoomed and in which no text is selected. */
export function watchSwipes(doc: Document, swiped: (isLeftward: boolean) => void) {
  let start: Touch | null = null
  doc.addEventListener(
    'touchstart',
    ({ touches }) => (start = touches.length === 1 && !isZoomed() ? (touches[0] ?? null) : null),
    { passive: true },
  )
  doc.addEventListener('touchend', ({ changedTouches }) => {
    const end = changedTouches[0]
    if (start === null || end === undefined || isZoomed() || doc.getSelection()?.isCollapsed === false) return
    const [across, down] = [end.screenX - start.screenX, end.screenY - start.screenY]
    start = null
    if (Math.abs(across) > minDistance && Math.abs(across) > 2 * Math.abs(down)) swiped(across < 0)
  })
}

function isZoomed(): boolean {
  return (visualViewport?.scale ?? 1) > 1.01
}
