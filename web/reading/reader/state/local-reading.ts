import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Outline, Progress } from '#shared/api/reader/reading.ts'
import { hasSameWords } from '#shared/book-text.ts'
import { readToken } from '#web/frame/session/token.ts'

/** Reading progress as this device reports it; the server adds a version number when it accepts the progress. */
export interface ReportedProgress extends Omit<Progress, 'version'> {
  /** Version of the text in which the locator was made; progress that an older program stored has none. */
  textVersion?: string | undefined
}

/** Reading data of one user (or of a visitor) and one book, as stored on this device. */
export interface LocalReading {
  progress: ReportedProgress | null
  /** Version number of the server's reading progress that the user had seen when `progress` was stored; 0 for none. */
  basedOn: number
  annotations: Annotation[]
  /**
   * Entries of the reading data that were not sent to the server yet: ids of annotations, and the word `progress` for
   * the reading progress.
   */
  unsent: string[]
}

export const visitor = 'visitor'
const prefix = 'reading:'
/** Start of the keys under which the browser stores how long users have read; the id of the user follows. */
export const timePrefix = 'reading-time:'
const ownerKey = 'reading-owner'
const emptyReading: LocalReading = { progress: null, basedOn: 0, annotations: [], unsent: [] }

/** Returns the id of the logged-in user as last known on this device, or `visitor`. */
export function currentOwner(): string {
  return readToken() === null ? visitor : (readItem(ownerKey) ?? visitor)
}

/** Stores the id of the logged-in user, which is needed without a network. */
export function storeOwner(id: string) {
  if (readItem(ownerKey) !== id) writeItem(ownerKey, id)
}

export function readLocal(owner: string, bookId: string): LocalReading {
  try {
    return {
      ...emptyReading,
      ...(JSON.parse(readItem(prefix + owner + ':' + bookId) ?? '{}') as Partial<LocalReading>),
    }
  } catch {
    return emptyReading
  }
}

/**
 * Returns the place at which a book opens on this device. Just after a login it may still be among the data of the
 * visitor, which is about to be moved to the user. The locator is empty if it belongs to another file of the book, or
 * to a text that another one has replaced; only the fraction is comparable then.
 */
export function readStart({ bookId, fileId, version }: Outline): { locator: string; fraction: number } | null {
  const { progress } = readLocal(currentOwner(), bookId)
  const { progress: ofVisitor } = readLocal(visitor, bookId)
  const start = ofVisitor !== null && ofVisitor.updatedAt > (progress?.updatedAt ?? '') ? ofVisitor : progress
  if (start === null) return null
  const isOfText = start.fileId === fileId && hasSameWords(start.textVersion ?? version, version)
  return { locator: isOfText ? start.locator : '', fraction: start.fraction }
}

/**
 * Stores the reading data of one book in the browser. Returns false if the browser refuses storage or has no space
 * left, and if the user has logged out: the device must store nothing more about them, whatever answer comes late.
 */
export function writeLocal(owner: string, bookId: string, reading: LocalReading): boolean {
  return owner === currentOwner() && writeItem(prefix + owner + ':' + bookId, JSON.stringify(reading))
}

export function removeLocal(owner: string, bookId: string) {
  removeItem(prefix + owner + ':' + bookId)
}

/** Returns the ids of the books for which this device stores reading data of the given user or visitor. */
export function listLocalBooks(owner: string): string[] {
  const start = `${prefix}${owner}:`
  return keys()
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
}

export function hasVisitorReading(): boolean {
  return listLocalBooks(visitor).length > 0
}

/** Removes the reading data of all users from this device; the data of visitors stays. */
export function removeUserReadings() {
  removeItem(ownerKey)
  for (const key of keys())
    if (key.startsWith(timePrefix) || (key.startsWith(prefix) && !key.startsWith(`${prefix}${visitor}:`)))
      removeItem(key)
}

function keys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Returns what the browser stores under a key, or null if there is nothing or the browser refuses storage. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text in the browser. Returns false if the browser refuses storage or has no space left. */
export function writeItem(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

function removeItem(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // If the browser refuses storage, there is no stored reading data.
  }
}
