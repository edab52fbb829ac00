/** Returns a year in ISO 8601, in which the year 1 before the common era is the year 0. */
export function isoYear(year: number): string {
  if (year > 0) return String(year).padStart(4, '0')
  return year === -1 ? '0000' : `-${String(-year - 1).padStart(4, '0')}`
}
