import type { Progress } from '#shared/api/reader/reading.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import type { ReadingPosition } from '#web/reading/reader/view/book-view.ts'
import {
  currentOwner,
  readLocal,
  type ReportedProgress,
  visitor,
  writeLocal,
  readItem,
  writeItem,
} from '#web/reading/reader/state/local-reading.ts'
import { notify, useReader } from '#web/reading/reader/state/reader-store.ts'
import { countReading, notePageTurn, sendReadingTime } from './measure-reading.ts'
import { fetchAnnotations, mergeAnnotations, sendUnsent } from './sync-reading.ts'

const deviceKey = 'reading-device'

/**
 * Milliseconds on one page of a book before the reading progress is sent, so that nothing is sent for pages that the
 * user only leafs through.
 */
const sendDelay = 2500
let timer: ReturnType<typeof setTimeout> | undefined

/** Stores the reading position on this device at once, and sends it to the server when the user stays on the page. */
export function saveProgress({ locator, fraction }: ReadingPosition) {
  const { outline, seenVersion } = useReader.getState()
  if (outline === null) return
  notePageTurn(outline, fraction)
  const { bookId, fileId } = outline
  const owner = currentOwner()
  const local = readLocal(owner, bookId)
  if (local.progress?.locator === locator && local.progress.fraction === fraction) return
  const updatedAt = new Date().toISOString()
  const progress: ReportedProgress = {
    bookId,
    fileId,
    locator: locator.slice(0, 1000),
    textVersion: outline.version,
    fraction,
    updatedAt,
    ...readDevice(),
  }
  const basedOn = Math.max(local.basedOn, seenVersion)
  writeLocal(owner, bookId, { ...local, progress, basedOn, unsent: [...new Set([...local.unsent, 'progress'])] })
  clearTimeout(timer)
  timer = setTimeout(() => void sendProgress(), sendDelay)
}

/**
 * Sends the unsent progress, annotations and reading time of the open book. If there is no network, the data stays on
 * this device for the next attempt.
 */
export async function sendProgress() {
  clearTimeout(timer)
  countReading()
  const { outline } = useReader.getState()
  const owner = currentOwner()
  if (outline === null || owner === visitor || !navigator.onLine) return
  void sendReadingTime(owner)
  try {
    const newerProgress = await sendUnsent(owner, outline.bookId)
    if (newerProgress !== null) await applyServerProgress(newerProgress, owner)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'conflict' || error.kind === 'invalid') notify(error.message)
  }
}

/**
 * Fetches the user's progress and annotations of the open book from the server, and merges them with the data on this
 * device.
 */
export async function fetchProgress() {
  const { outline } = useReader.getState()
  const owner = currentOwner()
  if (outline === null || owner === visitor) return
  const { bookId } = outline
  // The user may have logged out or opened another book while an answer was on its way.
  const isCurrent = () => currentOwner() === owner && useReader.getState().outline?.bookId === bookId
  try {
    const { progress, behind } = await api.reading.show({ bookId })
    if (!isCurrent()) return
    if (progress !== null) await applyServerProgress(progress, owner)
    if (behind && useReader.getState().offer === null) useReader.setState({ offer: behind })
    const remote = await fetchAnnotations(bookId)
    if (!isCurrent()) return
    const local = readLocal(owner, bookId)
    const annotations = mergeAnnotations(local.annotations, remote)
    writeLocal(owner, bookId, { ...local, annotations })
    useReader.setState({ annotations })
    await sendProgress()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/**
 * Goes to the reading position that the server has stored if this device has none of its own; at the end of the book,
 * offers to begin it again. If another device has saved a position in the meantime, offers the user to go there.
 */
async function applyServerProgress(progress: Progress, owner: string) {
  const { view, outline, seenVersion } = useReader.getState()
  const { progress: localProgress, basedOn } = readLocal(owner, progress.bookId)
  // A server node that still runs the previous release sends no version; such progress counts as version 0.
  const version = progress.version || 0
  if (outline?.bookId !== progress.bookId) return
  useReader.setState({ seenVersion: Math.max(seenVersion, version) })
  if (
    progress.deviceId === readDevice().deviceId ||
    version <= Math.max(seenVersion, localProgress === null ? 0 : basedOn)
  )
    return
  if (localProgress !== null) {
    if (Math.abs(localProgress.fraction - progress.fraction) > 0.001) useReader.setState({ offer: progress })
    return
  }
  await goToProgress(progress)
  if (progress.fraction === 1) useReader.setState({ offersBeginning: true })
  else if (view !== null) notify(`从${progress.device || '别的设备'}上读到的 ${percent(progress.fraction)} 接着读`)
}

/**
 * Goes to the reading position of the user's other device. If that device opened another file of the book, only the
 * fraction of the book that was read is comparable.
 */
export async function goToProgress({ fileId, locator, fraction }: Pick<Progress, 'fileId' | 'locator' | 'fraction'>) {
  const { view, outline } = useReader.getState()
  await view?.goTo(fileId === outline?.fileId ? locator : '', fraction)
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`
}

/** Returns the id and a display name of this device; the id is created at the first call. */
function readDevice(): { deviceId: string; device: string } {
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
