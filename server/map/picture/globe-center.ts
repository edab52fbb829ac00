import type { GlobeMark } from './draw-globe.ts'

/** The centre of a globe without places. */
export const defaultCenter = { lng: 102, lat: 36 }

/**
 * Returns the mean position of places on the sphere, which is correct across the antimeridian (Fiji and Samoa). Without
 * places, or if they balance each other, the default centre of the map is returned.
 */
export function globeCenter(marks: Pick<GlobeMark, 'lng' | 'lat'>[]): [lng: number, lat: number] {
  const rad = Math.PI / 180
  const total = (part: (mark: Pick<GlobeMark, 'lng' | 'lat'>) => number) =>
    marks.reduce((sum, mark) => sum + part(mark), 0)
  const x = total(({ lng, lat }) => Math.cos(lat * rad) * Math.cos(lng * rad))
  const y = total(({ lng, lat }) => Math.cos(lat * rad) * Math.sin(lng * rad))
  const z = total(({ lat }) => Math.sin(lat * rad))
  if (Math.hypot(x, y, z) < 1e-6) return [defaultCenter.lng, defaultCenter.lat]
  return [Math.atan2(y, x) / rad, Math.atan2(z, Math.hypot(x, y)) / rad]
}
