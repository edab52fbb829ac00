import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Progress } from '#shared/api/reader/reading.ts'
import { Failure } from '#shared/api/failure.ts'
import { hasSameWords } from '#shared/book-text.ts'
import { api } from '#web/frame/session/session.ts'
import {
  currentOwner,
  listLocalBooks,
  type LocalReading,
  type ReportedProgress,
  readLocal,
  removeLocal,
  visitor,
  writeLocal,
} from '#web/reading/reader/state/local-reading.ts'
import { useReader } from '#web/reading/reader/state/reader-store.ts'

/** Maximum number of annotations that one API call may send. */
const batchSize = 20

/** Returns the version of an annotation that has the later `updatedAt`; the first one if both times are equal. */
function laterOf<T extends { updatedAt: string }>(one: T, other: T): T {
  return other.updatedAt > one.updatedAt ? other : one
}

/**
 * Merges two lists of annotations by id and keeps the later version of each annotation. Returns the list in the order
 * of the book.
 */
export function mergeAnnotations(one: Annotation[], other: Annotation[]): Annotation[] {
  const merged = new Map(one.map((annotation) => [annotation.id, annotation]))
  for (const annotation of other)
    merged.set(annotation.id, laterOf(merged.get(annotation.id) ?? annotation, annotation))
  return [...merged.values()].sort((a, b) => a.fraction - b.fraction)
}

/**
 * Sends the unsent progress and annotations of a book; data that could not be sent stays unsent. If the server prefers
 * the progress of another device, returns that progress. Calls run one after another, so that older progress never
 * arrives after newer progress. Throws `Failure` if a call fails.
 */
export function sendUnsent(owner: string, bookId: string): Promise<Progress | null> {
  const sent = sending.then(() => send(owner, bookId))
  sending = sent.catch(() => null)
  return sent
}

let sending: Promise<unknown> = Promise.resolve()

async function send(owner: string, bookId: string): Promise<Progress | null> {
  // After a logout nothing is sent any more, because the next user of this browser may have logged in.
  const isCurrent = () => currentOwner() === owner
  if (!isCurrent()) return null
  const { progress, basedOn, annotations, unsent } = readLocal(owner, bookId)
  if (owner === visitor || unsent.length === 0) return null
  let newerProgress: Progress | null = null
  if (progress !== null && unsent.includes('progress')) {
    const answer = await api.reading.put({ ...progress, basedOn })
    const isAccepted = answer.progress.deviceId === progress.deviceId
    // If the server prefers the progress of another device, this device does not send its progress again; the user is
    // asked where to continue reading.
    markSent(owner, bookId, [{ id: 'progress', updatedAt: progress.updatedAt }])
    if (isAccepted) writeBase(owner, bookId, answer.progress.version || 0)
    else newerProgress = answer.progress
    if (isAccepted && answer.progress.locator === '' && progress.locator !== '') offerNewText(progress)
  }
  const waiting = annotations.filter(({ id }) => unsent.includes(id))
  for (let at = 0; at < waiting.length && isCurrent(); at += batchSize) {
    const batch = waiting.slice(at, at + batchSize)
    // If the server has a newer version of an annotation than the one that was sent, its answer contains the newer
    // version.
    const { list } = await api.annotation.put({ bookId, list: batch })
    markSent(owner, bookId, batch)
    const local = readLocal(owner, bookId)
    writeLocal(owner, bookId, { ...local, annotations: mergeAnnotations(local.annotations, list) })
  }
  return newerProgress
}

/**
 * Offers to open the book again if the reader shows a text that another one has replaced, as the server has answered.
 */
function offerNewText({ bookId, textVersion = '' }: ReportedProgress) {
  const { outline } = useReader.getState()
  if (outline?.bookId === bookId && hasSameWords(outline.version, textVersion)) useReader.setState({ isReplaced: true })
}

/**
 * Stores the version that the server gave to this device's reading progress; the next progress is sent as a change to
 * that version.
 */
function writeBase(owner: string, bookId: string, version: number) {
  const local = readLocal(owner, bookId)
  writeLocal(owner, bookId, { ...local, basedOn: Math.max(local.basedOn, version) })
}

/**
 * Removes the progress and annotations that were sent from the list of unsent ones, unless the user has changed them in
 * the meantime.
 */
function markSent(owner: string, bookId: string, sent: { id: string; updatedAt: string }[]) {
  const local = readLocal(owner, bookId)
  const isSent = (id: string) => sent.some((one) => one.id === id && one.updatedAt === timeOf(local, id))
  writeLocal(owner, bookId, { ...local, unsent: local.unsent.filter((id) => !isSent(id)) })
}

function timeOf({ progress, annotations }: LocalReading, id: string) {
  return id === 'progress' ? progress?.updatedAt : annotations.find((one) => one.id === id)?.updatedAt
}

/** Fetches all of the user's annotations in a book from the server, page by page. */
export async function fetchAnnotations(bookId: string): Promise<Annotation[]> {
  const all: Annotation[] = []
  let after: string | null = null
  do {
    const page: { list: Annotation[]; next: string | null } = await api.annotation.list({
      bookId,
      ...(after && { after }),
    })
    all.push(...page.list)
    after = page.next
  } while (after !== null)
  return all
}

/** Moves the reading data of the visitor on this device to the user who has logged in, and sends it. */
export async function mergeVisitorReading(owner: string): Promise<void> {
  for (const bookId of listLocalBooks(visitor)) {
    const visitorReading = readLocal(visitor, bookId)
    const userReading = readLocal(owner, bookId)
    const isNewer =
      visitorReading.progress !== null && (userReading.progress?.updatedAt ?? '') < visitorReading.progress.updatedAt
    const unsent = [
      ...userReading.unsent,
      ...visitorReading.annotations.map(({ id }) => id),
      ...(isNewer ? ['progress'] : []),
    ]
    const isStored = writeLocal(owner, bookId, {
      progress: isNewer ? visitorReading.progress : userReading.progress,
      basedOn: userReading.basedOn,
      annotations: mergeAnnotations(userReading.annotations, visitorReading.annotations),
      unsent: [...new Set(unsent)],
    })
    if (isStored) removeLocal(visitor, bookId)
  }
  // The merge has added the visitor's annotations to the user's stored ones; an open book must be updated to show them.
  const { outline } = useReader.getState()
  if (outline !== null) useReader.setState({ annotations: readLocal(owner, outline.bookId).annotations })
  await sendAll(owner)
}

/** Sends the unsent progress and annotations of all books of a user on this device. */
async function sendAll(owner: string): Promise<void> {
  for (const bookId of listLocalBooks(owner)) await sendUnsent(owner, bookId).catch(ignoreFailure)
}

/**
 * A failed call, as without a network or for a deleted book, is ignored; the reading data stays unsent on this device.
 */
function ignoreFailure(error: unknown) {
  if (!(error instanceof Failure)) throw error
}
