const dayMs = 24 * 3600 * 1000
/** China is eight hours ahead of UTC all year round. */
const aheadMs = 8 * 3600 * 1000

/** Returns the number of a day in China since 1 January 1970. */
export function chinaDayNumber(now: number): number {
  return Math.floor((now + aheadMs) / dayMs)
}

/** Returns the moment at which a day in China begins, in milliseconds since 1970. */
export function startOfChinaDay(dayNumber: number): number {
  return dayNumber * dayMs - aheadMs
}

/** Returns a day in China as YYYY-MM-DD. */
export function chinaDayText(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10)
}

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
