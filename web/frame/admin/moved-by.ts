/** Returns a list, such as the stops of a tour, with one entry moved by one position. */
export function movedBy<T>(list: T[], at: number, step: number): T[] {
  const to = at + step
  if (to < 0 || to >= list.length) return list
  const moved = [...list]
  moved.splice(to, 0, ...moved.splice(at, 1))
  return moved
}
