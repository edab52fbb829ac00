type Point = [lng: number, lat: number]

/** Returns the angle in degrees between two points of the globe, seen from its centre. */
export function angleBetween([lng1, lat1]: Point, [lng2, lat2]: Point): number {
  const rad = Math.PI / 180
  const cosine =
    Math.sin(lat1 * rad) * Math.sin(lat2 * rad) +
    Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.cos((lng1 - lng2) * rad)
  return Math.acos(Math.min(1, Math.max(-1, cosine))) / rad
}
