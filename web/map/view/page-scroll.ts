import type { Map as MapLibre } from 'maplibre-gl'

/** Zoom below which the whole globe is visible and a vertical swipe scrolls the page. */
const nearZoom = 3
/**
 * If the map's zoom exceeds its minimum by at most this difference, the map counts as fully zoomed out, and the wheel
 * scrolls the page.
 */
const zoomTolerance = 0.05

/**
 * Lets the user scroll the page over the map: by a vertical swipe while the whole globe is visible, and by the wheel
 * when the map cannot zoom out further. Stops such events before they reach MapLibre's listeners. Returns a function
 * that removes the listeners.
 */
export function allowPageScroll(map: MapLibre, minZoom: number): () => void {
  const container = map.getContainer()
  const aborter = new AbortController()
  const options = { capture: true, passive: true, signal: aborter.signal }
  let start: { x: number; y: number } | null = null
  let isPage = false
  const markNear = () => (container.dataset['near'] = String(map.getZoom() >= nearZoom))
  markNear()
  map.on('zoomend', markNear)
  container.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [first] = touches
      start = first && touches.length === 1 && map.getZoom() < nearZoom ? { x: first.clientX, y: first.clientY } : null
      isPage = false
    },
    options,
  )
  container.addEventListener(
    'touchmove',
    (event) => {
      const [first] = event.touches
      if (start !== null && first !== undefined) {
        isPage = Math.abs(first.clientY - start.y) > Math.abs(first.clientX - start.x)
        start = null
      }
      if (isPage) event.stopPropagation()
    },
    options,
  )
  container.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaY > 0 && !event.ctrlKey && map.getZoom() <= minZoom + zoomTolerance) event.stopPropagation()
    },
    options,
  )
  return () => {
    aborter.abort()
    map.off('zoomend', markNear)
  }
}
