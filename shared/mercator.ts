/**
 * Returns the position of a latitude on the square map of the world in the Mercator projection, from 0 at its upper
 * edge to 1 at its lower edge. Latitudes beyond the map are at its edges.
 */
export function mercatorY(lat: number): number {
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (Math.min(Math.max(lat, -85), 85) * Math.PI) / 360)) / (2 * Math.PI)
}

/** Returns the latitude at a position on the square map, the reverse of `mercatorY`. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}

/** The upper and the lower edge of the flat drawing of the map, from 80° north to 60° south, on the square map. */
export const flatMap = { top: mercatorY(80), bottom: mercatorY(-60) }
