import type { Progress } from '#shared/api/reader/reading.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/session/session.ts'
import type { Spot } from '#web/reader/view/book-view.ts'
import {
  currentOwner,
  readDevice,
  readLocal,
  type ReportedProgress,
  visitor,
  writeLocal,
} from '#web/reader/state/local-reading.ts'
import { notify, useReader } from '#web/reader/state/reader-store.ts'
import { fetchAnnotations, mergeAnnotations, sendUnsent } from './sync-reading.ts'

/** Nobody minds where a page was that was only leafed over. */
const pause = 2500
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps where the reader is: here at once, with the account when he stays a moment. */
export function savePlace({ locator, fraction }: Spot) {
  const { outline, seenVersion } = useReader.getState()
  if (outline === null) return
  const { bookId, fileId } = outline
  const owner = currentOwner()
  const local = readLocal(owner, bookId)
  if (local.progress?.locator === locator && local.progress.fraction === fraction) return
  const updatedAt = new Date().toISOString()
  const progress: ReportedProgress = {
    bookId,
    fileId,
    locator: locator.slice(0, 1000),
    fraction,
    updatedAt,
    ...readDevice(),
  }
  const basedOn = Math.max(local.basedOn, seenVersion)
  writeLocal(owner, bookId, { ...local, progress, basedOn, unsent: [...new Set([...local.unsent, 'progress'])] })
  clearTimeout(timer)
  timer = setTimeout(() => void sendProgress(), pause)
}

/** Says to the account what it has not heard of this book; without a network it hears later. */
export async function sendProgress() {
  clearTimeout(timer)
  const { outline } = useReader.getState()
  const owner = currentOwner()
  if (outline === null || owner === visitor || !navigator.onLine) return
  try {
    const standing = await sendUnsent(owner, outline.bookId)
    if (standing !== null) await considerPlace(standing, owner)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'conflict' || error.kind === 'invalid') notify(error.message)
  }
}

/** Asks the account where the reader is and what he marked, and brings it together with what is here. */
export async function fetchProgress() {
  const { outline } = useReader.getState()
  const owner = currentOwner()
  if (outline === null || owner === visitor) return
  try {
    const { progress } = await api.reading.show({ bookId: outline.bookId })
    if (progress !== null) await considerPlace(progress, owner)
    const remote = await fetchAnnotations(outline.bookId)
    const local = readLocal(owner, outline.bookId)
    const annotations = mergeAnnotations(local.annotations, remote)
    writeLocal(owner, outline.bookId, { ...local, annotations })
    useReader.setState({ annotations })
    await sendProgress()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/**
 * Follows the account's progress where this device has none of its own, and offers it where another device has written
 * since.
 */
async function considerPlace(progress: Progress, owner: string) {
  const { view, outline, seenVersion } = useReader.getState()
  const { progress: here, basedOn } = readLocal(owner, progress.bookId)
  // A node of the version before this one answers without a number.
  const version = progress.version || 0
  if (outline?.bookId !== progress.bookId) return
  useReader.setState({ seenVersion: Math.max(seenVersion, version) })
  if (progress.deviceId === readDevice().deviceId || version <= Math.max(seenVersion, here === null ? 0 : basedOn))
    return
  if (here !== null) {
    if (Math.abs(here.fraction - progress.fraction) > 0.001) useReader.setState({ offer: progress })
    return
  }
  await goToProgress(progress)
  if (view !== null) notify(`从${progress.device || '别的设备'}上读到的 ${percent(progress.fraction)} 接着读`)
}

/** To where a device was, as near as this file of the book allows. */
export async function goToProgress({ fileId, locator, fraction }: Progress) {
  const { view, outline } = useReader.getState()
  await view?.goTo(fileId === outline?.fileId ? locator : '', fraction)
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`
}
