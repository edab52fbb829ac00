type Point = [x: number, y: number]

/**
 * Shapes end at the 180th meridian only because the map is cut there, and an outline of them would draw a coast along
 * it. `cut` is that meridian in a tile's measure; the edges on it are moved to `hidden`, beyond what the tile shows.
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
