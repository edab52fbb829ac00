import { chinaDayNumber, startOfChinaDay } from '#shared/china-day.ts'

/**
 * Calls `turn` whenever a new day begins in China, in this process. Returns a function that ends the calls. The timer
 * does not keep the process alive.
 */
export function onChinaMidnight(turn: () => void): () => void {
  let day = chinaDayNumber(Date.now())
  let timer: NodeJS.Timeout
  const wait = () => {
    // A timer may fire a little early; the day is then unchanged, and the next timer fires at midnight.
    timer = setTimeout(check, Math.max(1, startOfChinaDay(day + 1) - Date.now())).unref()
  }
  const check = () => {
    const now = chinaDayNumber(Date.now())
    if (now !== day) turn()
    day = now
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}
