const parts = { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false } as const
const thisYear = new Intl.DateTimeFormat('zh-CN', parts)
const anyYear = new Intl.DateTimeFormat('zh-CN', { ...parts, year: 'numeric' })

/** A time in the reader’s own zone; for what is shown in the browser only, as the server knows no zone. */
export function tellTime(iso: string): string {
  const time = new Date(iso)
  return (time.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(time)
}
