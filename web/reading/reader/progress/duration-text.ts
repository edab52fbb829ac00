/** Describes how long a user has read in hours and whole minutes, such as 3 小时 5 分钟. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 1 ? '不到 1 分钟' : minutesText(minutes)
}

/** Describes a whole number of minutes in hours and minutes, such as 3 小时 5 分钟. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} 小时` : '', rest > 0 || hours === 0 ? `${rest} 分钟` : ''].filter(Boolean).join(' ')
}
