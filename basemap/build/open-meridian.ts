type Point = [x: number, y: number]

/**
 * Moves those edges of a polygon ring that lie on the 180th meridian out of the visible tile. These edges exist only
 * because the flat map is cut along the meridian; an outline of the polygon would draw a false coast there. `cut` is
 * the x coordinate of the meridian in the tile; its edges are moved to the x coordinate `hidden`, beyond the visible
 * part of the tile.
 */
export function openMeridian(ring: Point[], cut: number, hidden: number): Point[] {
  const corners = ring.slice(0, -1)
  const opened = corners.flatMap((point, index): Point[] => {
    if (point[0] !== cut) return [point]
    const comesAlong = corners.at(index - 1)?.[0] === cut
    const goesAlong = corners[(index + 1) % corners.length]?.[0] === cut
    const away: Point = [hidden, point[1]]
    if (comesAlong && goesAlong) return [away]
    if (goesAlong) return [point, away]
    return comesAlong ? [away, point] : [point]
  })
  return [...opened, ...opened.slice(0, 1)]
}
