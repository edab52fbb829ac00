const dayMs = 24 * 3600 * 1000
/** Milliseconds by which China is ahead of UTC: eight hours, all year round. */
export const chinaAheadMs = 8 * 3600 * 1000

/** Returns the number of a day in China since 1 January 1970. */
export function chinaDayNumber(now: number): number {
  return Math.floor((now + chinaAheadMs) / dayMs)
}

/** Returns the moment at which a day in China begins, in milliseconds since 1970. */
export function startOfChinaDay(dayNumber: number): number {
  return dayNumber * dayMs - chinaAheadMs
}

/** Returns a day in China as YYYY-MM-DD. */
export function chinaDayText(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10)
}
