import type { ReadingTimeReport } from '#shared/api/reader/reading-time.ts'
import { currentOwner, readItem, timePrefix, writeItem } from '#web/reading/reader/state/local-reading.ts'

/**
 * The seconds and the fraction of one book that the user has read on one day. `isSent` says whether the server has
 * these numbers.
 */
interface Counted extends ReadingTimeReport {
  isSent: boolean
}

/** The reading times that this device has counted for one user: those not sent yet, and those of the last days. */
interface ReadingCounter {
  counterId: string
  /** Whether the user wants their reading to be measured, as the server last said. */
  isOn: boolean
  generation: number
  /** Time in milliseconds up to which the reading is counted, so that two windows do not count the same time. */
  countedUntil: number
  list: Counted[]
}

/**
 * Milliseconds after which this device forgets what it has counted for a day. Numbers that were sent stay for some
 * days, because their day may not have ended; others stay longer, because the network may be missing.
 */
const [sentAge, unsentAge] = [3 * 86_400_000, 90 * 86_400_000]

/**
 * Returns the user's counter on this device. Returns null before the server has said whether the user wants their
 * reading to be measured.
 */
export function readCounter(owner: string): ReadingCounter | null {
  try {
    return JSON.parse(readItem(timePrefix + owner) ?? 'null') as ReadingCounter | null
  } catch {
    return null
  }
}

/** Stores the user's counter on this device, unless the user has logged out. */
export function writeCounter(owner: string, counter: ReadingCounter) {
  if (owner === currentOwner()) writeItem(timePrefix + owner, JSON.stringify(counter))
}

/** Returns a new counter, which has counted nothing. */
export function newCounter(isOn: boolean, generation: number): ReadingCounter {
  return { counterId: crypto.randomUUID(), isOn, generation, countedUntil: 0, list: [] }
}

/** Adds the reading of a book to the numbers of the present day, and forgets the numbers of days long ago. */
export function addReading(
  counter: ReadingCounter,
  read: { bookId: string; seconds: number; fraction: number; now: Date },
): ReadingCounter {
  const { bookId, seconds, fraction, now } = read
  const day = dayOf(now)
  const isSame = (one: Counted) => one.day === day && one.bookId === bookId
  const old = counter.list.find(isSame)
  const isRecent = (one: Counted) => Date.parse(one.day) > now.getTime() - (one.isSent ? sentAge : unsentAge)
  return {
    ...counter,
    countedUntil: now.getTime(),
    list: [
      ...counter.list.filter((one) => !isSame(one) && isRecent(one)),
      {
        day,
        bookId,
        seconds: Math.min(86_400, (old?.seconds ?? 0) + seconds),
        fraction: Math.min(100, (old?.fraction ?? 0) + fraction),
        isSent: false,
      },
    ],
  }
}

/** Marks the numbers of a report as sent, except for those that have grown since the report was made. */
export function markSent(counter: ReadingCounter, sent: ReadingTimeReport[]): ReadingCounter {
  const isSent = (one: Counted) =>
    sent.some(
      ({ day, bookId, seconds, fraction }) =>
        one.day === day && one.bookId === bookId && one.seconds === seconds && one.fraction === fraction,
    )
  return { ...counter, list: counter.list.map((one) => (isSent(one) ? { ...one, isSent: true } : one)) }
}

/** Returns the date of a time in the time zone of the device as `YYYY-MM-DD`. */
function dayOf(time: Date): string {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
