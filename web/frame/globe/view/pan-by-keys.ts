import type { Map as MapLibre } from 'maplibre-gl'

/** Length in pixels of a step by an arrow key in the middle of the globe. */
const stepPixels = 80
/** Longest step in degrees along a circle of latitude, whose degrees become short towards the poles. */
const longestStep = 30
const maxLatitude = 85

const directions: Record<string, [east: number, north: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * Lets the arrow keys turn a small globe. MapLibre's own steps of 100 pixels do nothing if the centre is so near to a
 * pole that its circle of latitude has a smaller radius.
 */
export function panByKeys(map: MapLibre) {
  map.getCanvas().addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    const { lng, lat } = map.getCenter()
    const narrowing = Math.cos((lat * Math.PI) / 180)
    const step = stepPixels * (360 / (512 * 2 ** map.getZoom())) * narrowing
    const [east, north] = [direction[0] * Math.min(longestStep, step / narrowing), direction[1] * step]
    const center: [number, number] = [lng + east, Math.max(-maxLatitude, Math.min(maxLatitude, lat + north))]
    map.easeTo({ center, duration: 300 })
  })
}
