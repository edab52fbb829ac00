/**
 * The first years of the periods of the map's timeline; negative before the common era. A period ends where the next
 * one starts. Everything earlier belongs to the first period, and the last one has not ended. The periods are drawn
 * equally wide, and marks are counted for each; times about which there are more books have shorter periods. The
 * database stores the numbers of periods and counts per period, so a change needs a migration.
 */
export const periodStarts: readonly number[] = [
  -1000, -770, -475, -221, 9, 220, 317, 420, 581, 618, 755, 907, 960, 1127, 1279, 1320, 1368, 1450, 1573, 1644, 1723,
  1796, 1840, 1870, 1895, 1912, 1937, 1949, 1978, 2000,
]

/** The number of the last period; periods are numbered from 0. */
export const lastPeriod = periodStarts.length - 1

/** A window of time: the numbers of its first and of its last period. */
export interface TimeWindow {
  first: number
  last: number
}

/** The years of a window of time; an end that is left out is open. The year `to` does not belong to the window. */
export interface WindowYears {
  from?: number | undefined
  to?: number | undefined
}

/** Returns the number of the period of the timeline to which a year belongs. */
function periodOfYear(year: number): number {
  return Math.max(
    0,
    periodStarts.findLastIndex((start) => start <= year),
  )
}

/**
 * Returns the smallest window of whole periods that contains the years from `from` until before `to`; null if that is
 * all of time. The year `to` may equal `from` but must not be less.
 */
export function windowOfYears({ from, to }: WindowYears): TimeWindow | null {
  const first = from === undefined ? 0 : periodOfYear(from)
  const last = to === undefined ? lastPeriod : Math.max(first, periodOfYear(to - 1))
  return first === 0 && last === lastPeriod ? null : { first, last }
}

/** Returns the years of a window of time. The first period has no start, and the last period has no end. */
export function yearsOfWindow({ first, last }: TimeWindow): WindowYears {
  const from = first === 0 ? undefined : periodStarts[first]
  const to = periodStarts[last + 1]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
