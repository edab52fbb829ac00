import type { Feature, LineString } from 'geojson'

const step = 15

/**
 * Returns the meridians and parallels of the map as lines; `equator` is 1 for the equator, which is drawn differently.
 */
export function graticule(): Feature<LineString, { equator: 0 | 1 }>[] {
  const along = (from: number, to: number) =>
    Array.from({ length: (to - from) / 5 + 1 }, (_, index) => from + index * 5)
  const line = (coordinates: number[][], equator: 0 | 1 = 0): Feature<LineString, { equator: 0 | 1 }> => ({
    type: 'Feature',
    properties: { equator },
    geometry: { type: 'LineString', coordinates },
  })
  const meridians = Array.from({ length: 360 / step }, (_, index) => index * step - 180)
  const parallels = Array.from({ length: 11 }, (_, index) => (index - 5) * step)
  return [
    ...meridians.map((lng) => line(along(-80, 80).map((lat) => [lng, lat]))),
    ...parallels.map((lat) =>
      line(
        along(-180, 180).map((lng) => [lng, lat]),
        lat === 0 ? 1 : 0,
      ),
    ),
  ]
}
