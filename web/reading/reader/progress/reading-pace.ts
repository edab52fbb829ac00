import { readItem, writeItem } from '#web/reading/reader/state/local-reading.ts'
import { amountOf, type TextAmount } from '#web/reading/reader/view/text-amount.ts'

/**
 * Default reading pace, used until the user's own pace is known: Chinese characters, or words of other languages, per
 * minute.
 */
const usual: TextAmount = { characters: 400, words: 250 }

/** Measured paces of the user, as multiples of the usual pace, for Chinese and for alphabets; the latest last. */
export interface PaceSamples {
  characters: number[]
  words: number[]
}

const key = 'reading-pace'
const maxSamples = 30
/** Minimum number of samples for which the user's own pace replaces the default pace. */
const minSamples = 5
/**
 * Minimum length of a measured text, in minutes at the default pace. Shorter texts, such as the last lines of a
 * chapter, tell nothing about the pace.
 */
const minLoad = 0.1
/**
 * The slowest and the fastest reading pace that is measured, as multiples of the default pace. A slower pace means that
 * the user paused, a faster one that they leafed through the book.
 */
const [minPace, maxPace] = [0.2, 4]
const maxPauseMs = 5 * 60_000

/**
 * Returns the samples with one more, or unchanged if the text is too short or cannot have been read through in this
 * time.
 */
export function addSample(samples: PaceSamples, amount: TextAmount, ms: number): PaceSamples {
  const load = loadOf(amount)
  const pace = load / (ms / 60_000)
  if (load < minLoad || ms > maxPauseMs || !(pace >= minPace && pace <= maxPace)) return samples
  const kind = amount.characters / usual.characters >= amount.words / usual.words ? 'characters' : 'words'
  return { ...samples, [kind]: [...samples[kind], Math.round(pace * 100) / 100].slice(-maxSamples) }
}

/** Returns the minutes that the user needs for a text, at their own pace if it is known. */
export function minutesFor({ characters, words }: TextAmount, samples: PaceSamples): number {
  const own = (kind: keyof PaceSamples) => usual[kind] * (medianOf(samples[kind]) ?? 1)
  return characters / own('characters') + words / own('words')
}

function loadOf({ characters, words }: TextAmount): number {
  return characters / usual.characters + words / usual.words
}

function medianOf(paces: number[]): number | undefined {
  if (paces.length < minSamples) return undefined
  return paces.toSorted((a, b) => a - b)[Math.floor(paces.length / 2)]
}

/** Returns the samples that were measured on this device; they never leave it. */
export function readPace(): PaceSamples {
  const numbers = (value: unknown) =>
    Array.isArray(value) ? value.filter((pace) => typeof pace === 'number' && pace >= minPace && pace <= maxPace) : []
  try {
    const { characters, words } = JSON.parse(readItem(key) ?? '{}') as Record<string, unknown>
    return { characters: numbers(characters), words: numbers(words) }
  } catch {
    return { characters: [], words: [] }
  }
}

/** The beginning of the page that the user is reading, and the time at which the page appeared. */
let current: { page: Range; since: number } | null = null

/**
 * Measures the pace by the time that the user spends on a page before turning to the next one. The measurement starts
 * again after every jump, and after a page that was hidden or read aloud; `isReading` is false in these cases.
 */
export function measurePace(page: Range | null, isReading: boolean, now = Date.now()) {
  const before = current
  current = page && { page: page.cloneRange(), since: now }
  if (!isReading || before === null || page === null) return
  const doc = page.startContainer.ownerDocument
  if (before.page.startContainer.ownerDocument !== doc || doc === null) return
  if (before.page.compareBoundaryPoints(Range.START_TO_START, page) >= 0) return
  const read = doc.createRange()
  read.setStart(before.page.startContainer, before.page.startOffset)
  read.setEnd(page.startContainer, page.startOffset)
  const samples = readPace()
  const next = addSample(samples, amountOf(read.toString()), now - before.since)
  if (next !== samples) writeItem(key, JSON.stringify(next))
}

/** Forgets the current page, because the user is no longer looking at it. */
export function pausePace() {
  current = null
}
