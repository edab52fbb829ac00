const china = 8 * 3_600_000

/** A moment by the clock in China, the same wherever the page is made: `2026-03-01 20:15`. */
export function timeText(time: string): string {
  return new Date(Date.parse(time) + china).toISOString().slice(0, 16).replace('T', ' ')
}

/** The day of a moment in China: `2026-03-01`. */
export function dayText(time: string): string {
  return timeText(time).slice(0, 10)
}
