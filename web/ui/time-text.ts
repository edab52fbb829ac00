const china = 8 * 3_600_000

/** Formats a time in the time zone of China as `2026-03-01 20:15`, so that server and browser render the same text. */
export function timeText(time: string): string {
  return new Date(Date.parse(time) + china).toISOString().slice(0, 16).replace('T', ' ')
}

/** Formats the day of a time in the time zone of China as `2026-03-01`. */
export function dayText(time: string): string {
  return timeText(time).slice(0, 10)
}
