import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Progress } from '#shared/api/reader/reading.ts'
import { readToken } from '#web/session/token.ts'

/** Progress as this device says it; the account numbers what it accepts. */
export type ReportedProgress = Omit<Progress, 'version'>

/** What this device knows of one who reads one book. */
export interface LocalReading {
  progress: ReportedProgress | null
  /** The version of the account's progress that the reader had been shown when `progress` was written; 0 for none. */
  basedOn: number
  annotations: Annotation[]
  /** What the account has not heard yet: `progress`, and ids of annotations. */
  unsent: string[]
}

export const visitor = 'visitor'
const prefix = 'reading:'
const ownerKey = 'reading-owner'
const deviceKey = 'reading-device'
const nothing: LocalReading = { progress: null, basedOn: 0, annotations: [], unsent: [] }

/** Who reads here: the reader logged in, as last known, or a visitor. */
export function currentOwner(): string {
  return readToken() === null ? visitor : (readItem(ownerKey) ?? visitor)
}

export function rememberOwner(id: string) {
  if (readItem(ownerKey) !== id) writeItem(ownerKey, id)
}

export function readLocal(owner: string, bookId: string): LocalReading {
  try {
    return { ...nothing, ...(JSON.parse(readItem(prefix + owner + ':' + bookId) ?? '{}') as Partial<LocalReading>) }
  } catch {
    return nothing
  }
}

/** False where the browser refuses or has no room. */
export function writeLocal(owner: string, bookId: string, reading: LocalReading): boolean {
  return writeItem(prefix + owner + ':' + bookId, JSON.stringify(reading))
}

export function removeLocal(owner: string, bookId: string) {
  removeItem(prefix + owner + ':' + bookId)
}

/** The books this device knows something of. */
export function listLocalBooks(owner: string): string[] {
  const start = `${prefix}${owner}:`
  return keys()
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
}

export function hasVisitorReading(): boolean {
  return listLocalBooks(visitor).length > 0
}

/** Leaves what visitors read here, and nothing of anybody's account. */
export function forgetUsers() {
  removeItem(ownerKey)
  for (const key of keys()) if (key.startsWith(prefix) && !key.startsWith(`${prefix}${visitor}:`)) removeItem(key)
}

/** This browser, as distinct from the reader's others. */
export function readDevice(): { deviceId: string; device: string } {
  const known = readItem(deviceKey)
  const deviceId = known ?? crypto.randomUUID()
  if (known === null) writeItem(deviceKey, deviceId)
  return { deviceId, device: deviceName() }
}

function deviceName(): string {
  const systems = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, '安卓设备'],
    [/Windows/, 'Windows 电脑'],
    [/Mac OS/, 'Mac'],
  ] as const
  return systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? '电脑'
}

function keys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeItem(key: string, value: string): boolean {
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
    // Where storage is refused there is nothing to remove.
  }
}
