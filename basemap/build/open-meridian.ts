type Point = [x: number, y: number]

/**
 * Moves the edges of a ring that lie on the 180th meridian out of the visible tile. Shapes end there only because the
 * flat map is cut, and an outline would draw a coast along the cut. `cut` is the meridian in tile coordinates; edges
 * on it are moved to `hidden`, beyond the visible part of the tile.
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
