/** Returns how long something has waited for an editor, as a rounded Chinese phrase. */
export function waitText(since: string, now = Date.now()): string {
  const minutes = Math.max(Math.floor((now - Date.parse(since)) / 60_000), 0)
  if (minutes < 60) return `等了 ${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `等了 ${hours} 小时` : `等了 ${Math.floor(hours / 24)} 天`
}
