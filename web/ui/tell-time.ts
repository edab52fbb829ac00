const format = new Intl.DateTimeFormat('zh-CN', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** A time in the reader’s own zone; for what is shown in the browser only, as the server knows no zone. */
export function tellTime(iso: string): string {
  return format.format(new Date(iso))
}
