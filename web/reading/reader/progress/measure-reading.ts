import type { Outline } from '#shared/api/reader/reading.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import { currentOwner, visitor } from '#web/reading/reader/state/local-reading.ts'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { addReading, markSent, newCounter, readCounter, writeCounter } from './reading-counter.ts'

/** Milliseconds without a page turn or scroll after which the user no longer counts as reading. */
const idleMs = 5 * 60_000
/**
 * Milliseconds between two calls of `countReading` beyond which the device was asleep, so that the gap does not count.
 */
const longestGapMs = 60_000
/** Milliseconds between two reports to the server while the user reads. */
const sendInterval = 60_000
/**
 * Maximum bytes of text that one page of a large screen shows. If the position moves further at one step, the user has
 * jumped and not read.
 */
const maxStepBytes = 20_000
/** Maximum number of entries (of one day and one book each) in a report to the server. */
const batchSize = 100

interface Meter {
  bookId: string
  /** Time in milliseconds of the last page turn or scroll, and the time up to which the reading was counted. */
  activeAt: number
  countedAt: number
  fraction: number
}
let meter: Meter | null = null
let sentAt = 0

/**
 * Begins to measure how long the user reads in a book, and asks the server whether the user allows this. For visitors
 * nothing is measured.
 */
export function startMeasuring({ bookId }: Outline) {
  const now = Date.now()
  meter = { bookId, activeAt: now, countedAt: now, fraction: useReader.getState().position?.fraction ?? 0 }
  document.addEventListener('visibilitychange', resume)
  void learnChoice(currentOwner())
}

/** Counts the reading up to a page turn or scroll, and the text that the user has thereby read. */
export function notePageTurn(outline: Outline, fraction: number) {
  if (meter === null || meter.bookId !== outline.bookId) return
  const bytes = outline.sections.reduce((sum, { size }) => sum + size, 0)
  const step = fraction - meter.fraction
  countReading(step > 0 && step * bytes <= maxStepBytes ? step : 0)
  meter.activeAt = Date.now()
  meter.fraction = fraction
}

/**
 * Adds the time since the last call to the counter of this device if the user was reading: the page was visible and not
 * idle. `fraction` is the part of the book that the user has read since. Must be called every few seconds.
 */
export function countReading(fraction = 0) {
  const owner = currentOwner()
  if (meter === null || owner === visitor) return
  const now = Date.now()
  const { bookId, activeAt, countedAt } = meter
  const counter = readCounter(owner)
  const isReading = meter.bookId === useReader.getState().outline?.bookId && now - countedAt <= longestGapMs
  // Another window of this browser may have counted a part of the same time, which must not be counted twice.
  const counted = counter && counter.countedUntil <= now ? Math.max(countedAt, counter.countedUntil) : countedAt
  const until = isReading ? Math.min(now, activeAt + idleMs) : 0
  const seconds = Math.max(0, Math.floor((until - counted) / 1000))
  if (counter?.isOn && seconds + fraction > 0) {
    const next = addReading(counter, { bookId, seconds, fraction, now: new Date(now) })
    writeCounter(owner, { ...next, countedUntil: seconds > 0 ? counted + seconds * 1000 : counter.countedUntil })
  }
  if (seconds > 0) meter.countedAt = counted + seconds * 1000
  else if (!isReading || until < counted) meter.countedAt = now
  if (document.visibilityState === 'hidden') meter.activeAt = -Infinity
}

/** Continues to measure when the user returns to the page. */
function resume() {
  if (meter === null || document.visibilityState === 'hidden') return
  meter.activeAt = meter.countedAt = Date.now()
}

/**
 * Asks the server whether the user allows their reading to be measured. If the answer has changed, a new counter
 * begins.
 */
async function learnChoice(owner: string) {
  if (owner === visitor || !navigator.onLine) return
  const { counterId, generation } = readCounter(owner) ?? newCounter(true, 0)
  await report(owner, { counterId, generation, list: [] })
}

/**
 * Sends the reading times that this device has counted and not sent yet, at most once a minute unless `isUrgent`.
 * Without a network they stay on this device for the next attempt.
 */
export async function sendReadingTime(owner: string, isUrgent = document.visibilityState === 'hidden') {
  // A report without a network would fail, and the next one would have to wait for a minute.
  if (!navigator.onLine || (!isUrgent && Date.now() - sentAt < sendInterval)) return
  const counter = readCounter(owner)
  if (counter === null || !counter.isOn) return
  const list = counter.list
    .filter(({ isSent, seconds }) => !isSent && seconds > 0)
    .slice(0, batchSize)
    .map(({ day, bookId, seconds, fraction }) => ({ day, bookId, seconds, fraction }))
  if (list.length === 0) return
  sentAt = Date.now()
  await report(owner, { counterId: counter.counterId, generation: counter.generation, list })
}

async function report(owner: string, sent: Parameters<typeof api.readingTime.put>[0]) {
  try {
    const { isOn, generation } = await api.readingTime.put(sent)
    const counter = readCounter(owner)
    const isCurrent = counter !== null && counter.isOn === isOn && counter.generation === generation
    writeCounter(owner, isCurrent ? markSent(counter, sent.list) : newCounter(isOn, generation))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}
