import { pino } from 'pino'

type Line = Record<string, unknown>

/**
 * Opens a log for a test; `until` resolves with the first log line that matches, whether it was logged before or is
 * logged later.
 */
export function openLog() {
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Line)
    for (const look of waiting) look()
  }
  const until = (fits: (line: Line) => boolean) =>
    new Promise<void>((found) => {
      const look = () => {
        if (!lines.some(fits)) return
        waiting.delete(look)
        found()
      }
      waiting.add(look)
      look()
    })
  return { log: pino({ level: 'debug' }, { write }), lines, until }
}
