import { geoDistance } from 'd3-geo'

const center: [number, number] = [102, 36]
const zoom = 2.2
const height = 900

/**
 * Lists the map tiles that the globe shows first in a browser window of 1440 × 900 px: nearly half of the globe is
 * visible.
 */
export function tilesOfFirstView(): string[] {
  const z = Math.floor(zoom)
  const count = 2 ** z
  const tiles: string[] = []
  for (let x = 0; x < count; x++)
    for (let y = 0; y < count; y++) if (pointsOf(x, y, count).some(isVisible)) tiles.push(`${z}/${x}/${y}`)
  return tiles
}

/**
 * Returns whether the map's camera sees a point of the globe. MapLibre places the camera 1.5 times the height of the
 * view above the ground, so points beyond its horizon are hidden.
 */
function isVisible(point: [number, number]): boolean {
  const radius = (512 * 2 ** zoom) / (2 * Math.PI) / Math.cos((center[1] * Math.PI) / 180)
  const above = height * 1.5
  return geoDistance(center, point) < Math.acos(radius / (radius + above))
}

/** Returns a grid of points that covers a map tile, for checking whether any part of the tile is visible. */
function pointsOf(x: number, y: number, count: number): [number, number][] {
  const steps = Array.from({ length: 17 }, (_, n) => n / 16)
  return steps.flatMap((dx) =>
    steps.map((dy): [number, number] => {
      const mercator = Math.PI * (1 - (2 * (y + dy)) / count)
      return [((x + dx) / count) * 360 - 180, (Math.atan(Math.sinh(mercator)) * 180) / Math.PI]
    }),
  )
}
