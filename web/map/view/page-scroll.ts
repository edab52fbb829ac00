import type { Map as MapLibre } from 'maplibre-gl'

/** Below this zoom one sees the whole globe: a finger that moves up or down means the page. */
const nearZoom = 3
const startedSlack = 0.05

/**
 * Keeps the map from trapping the page: a finger moving up or down over the whole globe scrolls the page, as does the wheel where the map can go out no further.
 * What the page is to get is kept from MapLibre's own listeners.
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
      if (event.deltaY > 0 && !event.ctrlKey && map.getZoom() <= minZoom + startedSlack) event.stopPropagation()
    },
    options,
  )
  return () => {
    aborter.abort()
    map.off('zoomend', markNear)
  }
}
