import type { Logger } from 'pino'

/** Returns the setting with which a database logs slow SQL statements, or undefined if `afterMs` is 0. */
export function slowQueriesInLog(log: Pick<Logger, 'warn'>, afterMs: number) {
  if (afterMs === 0) return undefined
  return { afterMs, report: (query: object) => log.warn(query, 'slow query') }
}
