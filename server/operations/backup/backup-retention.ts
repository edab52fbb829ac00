import type { StoredBackup } from './backup-target.ts'

/** The numbers of days, weeks and months for each of which the newest backup is retained. */
export interface Retention {
  daily: number
  weekly: number
  monthly: number
}

/** Parses the numbers of days, weeks and months, such as `7,4,12`. */
export function toRetention(text: string): Retention {
  const [daily = 0, weekly = 0, monthly = 0] = text.split(',').map(Number)
  return { daily, weekly, monthly }
}

const dayMs = 24 * 3600 * 1000
/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const daysBeforeFirstMonday = 3

/**
 * Returns the backups that are no longer retained. The newest backup of each of the last days, weeks and months that
 * have one is retained, and always the newest of all. Times are UTC.
 */
export function listExpired(backups: StoredBackup[], { daily, weekly, monthly }: Retention): StoredBackup[] {
  const newestFirst = backups.toSorted((one, other) => Number(other.createTime) - Number(one.createTime))
  const dayOf = (time: Date) => Math.floor(time.getTime() / dayMs)
  const retained = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach(newestFirst, daily, dayOf),
    ...newestOfEach(newestFirst, weekly, (time) => Math.floor((dayOf(time) + daysBeforeFirstMonday) / 7)),
    ...newestOfEach(newestFirst, monthly, (time) => time.getUTCFullYear() * 12 + time.getUTCMonth()),
  ])
  return newestFirst.filter((backup) => !retained.has(backup))
}

/**
 * Divides the backups into periods (days, weeks or months), and returns the newest backup of each of the last `periods`
 * periods that have a backup.
 */
function newestOfEach(newestFirst: StoredBackup[], periods: number, periodOf: (time: Date) => number): StoredBackup[] {
  const byPeriod = new Map<number, StoredBackup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.createTime)
    if (!byPeriod.has(period)) byPeriod.set(period, backup)
  }
  return [...byPeriod.values()].slice(0, periods)
}
