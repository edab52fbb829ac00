import { meanPosition } from '#shared/enclosing-center.ts'
import { angleBetween } from '#web/frame/globe/layers/angle-between.ts'

type Point = [lng: number, lat: number]

/** A place on the map with the number of its books. */
export interface CountedPlace {
  lng: number
  lat: number
  count: number
}

/** A circle on the globe; the radius is an angle in degrees. */
export interface Circle {
  center: Point
  radius: number
}

/**
 * The largest angle in degrees between the centre of the globe's visible side and a mark that is easy to see. Marks
 * beyond it crowd at the edge of the globe.
 */
export const sightAngle = 60

/**
 * Returns the circle around those places that the side of the globe with the most books shows. Its centre lies where
 * most of these books are. Returns null without places.
 */
export function busiestCircle(places: CountedPlace[]): Circle | null {
  const shownAround = (center: Point) => places.filter((place) => angleBetween(center, pointOf(place)) <= sightAngle)
  const sides = places.map((place) => shownAround(pointOf(place)))
  const [first] = sides
  if (first === undefined) return null
  const busiest = sides.reduce((best, side) => (countBooks(side) > countBooks(best) ? side : best), first)
  const middle = meanPosition(busiest.map(({ lng, lat, count }) => ({ lng, lat, weight: count })))
  if (middle === undefined) return null
  const center = pointOf(middle)
  return { center, radius: Math.max(0, ...shownAround(center).map((place) => angleBetween(center, pointOf(place)))) }
}

export function countBooks(places: CountedPlace[]): number {
  return places.reduce((sum, { count }) => sum + count, 0)
}

export function pointOf({ lng, lat }: { lng: number; lat: number }): Point {
  return [lng, lat]
}
