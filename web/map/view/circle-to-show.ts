import { angleBetween } from '#web/frame/globe/layers/angle-between.ts'
import { busiestCircle, type Circle, countBooks, type CountedPlace, pointOf, sightAngle } from './busiest-circle.ts'

/**
 * Share of the books of the selected tags that the map must show so that it stays where it is. Several tags leave few
 * books, so the map shall show nearly all of these.
 */
const enough = { oneTag: 0.5, severalTags: 0.75 }
/** The least gain in this share for which the map moves. */
const leastGain = 0.1

/**
 * Returns the circle on the globe to which the map has to move so that it shows the places of the selected tags; null
 * if the map shows enough of them already, or if no other view shows many more. `isShown` tells whether the map shows a
 * point at present.
 */
export function circleToShow(
  places: CountedPlace[],
  countTags: number,
  isShown: (point: [lng: number, lat: number]) => boolean,
): Circle | null {
  const circle = busiestCircle(places)
  if (circle === null) return null
  const all = countBooks(places)
  const shareOf = (some: CountedPlace[]) => countBooks(some) / all
  const shown = shareOf(places.filter((place) => isShown(pointOf(place))))
  if (shown >= (countTags > 1 ? enough.severalTags : enough.oneTag)) return null
  const reached = shareOf(places.filter((place) => angleBetween(circle.center, pointOf(place)) <= sightAngle))
  return reached - shown < leastGain ? null : circle
}
