import { chinaAheadMs } from '#shared/china-day.ts'

/** Formats a time in the time zone of China as `2026-03-01 20:15`, so that server and browser render the same text. */
export function timeText(time: string): string {
  return new Date(Date.parse(time) + chinaAheadMs).toISOString().slice(0, 16).replace('T', ' ')
}

/** Formats the day of a time in the time zone of China as `2026-03-01`. */
export function dayText(time: string): string {
  return timeText(time).slice(0, 10)
}

const clock = { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit', hour12: false } as const
const parts = { ...clock, month: 'long', day: 'numeric' } as const
const thisYear = new Intl.DateTimeFormat('zh-CN', parts)
const anyYear = new Intl.DateTimeFormat('zh-CN', { ...parts, year: 'numeric' })

/**
 * Formats a time in the time zone of China as `3月1日 20:15`. The year is added unless it is the current year in China.
 */
export function formatTime(time: string): string {
  const isThisYear = yearInChina(time) === yearInChina(new Date().toISOString())
  return (isThisYear ? thisYear : anyYear).format(new Date(time))
}

function yearInChina(time: string): string {
  return timeText(time).slice(0, 4)
}
