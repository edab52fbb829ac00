const clock = { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit', hour12: false } as const
const parts = { ...clock, month: 'long', day: 'numeric' } as const
const thisYear = new Intl.DateTimeFormat('zh-CN', parts)
const anyYear = new Intl.DateTimeFormat('zh-CN', { ...parts, year: 'numeric' })

/** Formats a time in the time zone of China; the current year is omitted. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  return (time.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(time)
}
