interface Period {
  /** The first year of the period; negative before the common era. The period ends where the next one starts. */
  from: number
  /** The dynasty or time by whose name Chinese readers know the period. */
  name: string
}

/**
 * The periods of the map's timeline, which are drawn equally wide and for which marks are counted. Times about which
 * there are more books have shorter periods. Everything earlier belongs to the first period, and the last one has not
 * ended. The database stores the numbers of periods and counts per period, so a change needs a migration.
 */
export const periods: readonly Period[] = [
  { from: -1000, name: '上古、西周' },
  { from: -770, name: '春秋' },
  { from: -475, name: '战国' },
  { from: -221, name: '秦、西汉' },
  { from: 9, name: '新、东汉' },
  { from: 220, name: '三国、西晋' },
  { from: 317, name: '东晋' },
  { from: 420, name: '南北朝' },
  { from: 581, name: '隋' },
  { from: 618, name: '唐' },
  { from: 755, name: '唐' },
  { from: 907, name: '五代' },
  { from: 960, name: '北宋' },
  { from: 1127, name: '南宋' },
  { from: 1279, name: '元' },
  { from: 1320, name: '元' },
  { from: 1368, name: '明' },
  { from: 1450, name: '明' },
  { from: 1573, name: '明' },
  { from: 1644, name: '清' },
  { from: 1723, name: '清' },
  { from: 1796, name: '清' },
  { from: 1840, name: '晚清' },
  { from: 1870, name: '晚清' },
  { from: 1895, name: '晚清' },
  { from: 1912, name: '民国' },
  { from: 1937, name: '民国' },
  { from: 1949, name: '当代' },
  { from: 1978, name: '当代' },
  { from: 2000, name: '当代' },
]

/** The number of the last period; periods are numbered from 0. */
export const lastPeriod = periods.length - 1

/** Some consecutive periods, as the numbers of the first and the last of them. */
export interface TimeWindow {
  first: number
  last: number
}

/** The years of a window of time; an end that is left out is open. The year `to` does not belong to the window. */
export interface WindowYears {
  from?: number | undefined
  to?: number | undefined
}

/** Returns the number of the period to which a year belongs. */
function periodOfYear(year: number): number {
  return Math.max(
    0,
    periods.findLastIndex(({ from }) => from <= year),
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

/** Returns the years of a window; the first period has no start and the last one no end. */
export function yearsOfWindow({ first, last }: TimeWindow): WindowYears {
  const from = first === 0 ? undefined : periods[first]?.from
  const to = periods[last + 1]?.from
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
