import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Progress } from '#shared/api/reader/reading.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/session/session.ts'
import {
  listLocalBooks,
  type LocalReading,
  readLocal,
  removeLocal,
  visitor,
  writeLocal,
} from '#web/reader/state/local-reading.ts'
import { useReader } from '#web/reader/state/reader-store.ts'

const atOnce = 20

/** Later of two versions of one thing. */
export function laterOf<T extends { updatedAt: string }>(one: T, other: T): T {
  return other.updatedAt > one.updatedAt ? other : one
}

/** Both together, the later version of each. */
export function mergeAnnotations(one: Annotation[], other: Annotation[]): Annotation[] {
  const merged = new Map(one.map((annotation) => [annotation.id, annotation]))
  for (const annotation of other)
    merged.set(annotation.id, laterOf(merged.get(annotation.id) ?? annotation, annotation))
  return [...merged.values()].sort((a, b) => a.fraction - b.fraction)
}

/**
 * Tells the account what it has not heard of a book; what cannot be told now stays for the next time. Returns another device's
 * progress where the account keeps that instead of this device's. Calls wait for each other, so that a place left earlier
 * never arrives after a later one.
 */
export function sendUnsent(owner: string, bookId: string): Promise<Progress | null> {
  const sent = sending.then(() => send(owner, bookId))
  sending = sent.catch(() => null)
  return sent
}

let sending: Promise<unknown> = Promise.resolve()

async function send(owner: string, bookId: string): Promise<Progress | null> {
  const { progress, basedOn, annotations, unsent } = readLocal(owner, bookId)
  if (owner === visitor || unsent.length === 0) return null
  let standing: Progress | null = null
  if (progress !== null && unsent.includes('progress')) {
    const answer = await api.reading.put({ ...progress, basedOn })
    const isAccepted = answer.progress.deviceId === progress.deviceId
    // A place that another device has left behind is not sent again: the reader is asked, and where they go on is.
    settle(owner, bookId, [{ id: 'progress', updatedAt: progress.updatedAt }])
    if (isAccepted) writeBase(owner, bookId, answer.progress.version || 0)
    else standing = answer.progress
  }
  const waiting = annotations.filter(({ id }) => unsent.includes(id))
  for (let at = 0; at < waiting.length; at += atOnce) {
    const some = waiting.slice(at, at + atOnce)
    // Those it knows better come back as they are.
    const { list } = await api.annotation.put({ bookId, list: some })
    settle(owner, bookId, some)
    const local = readLocal(owner, bookId)
    writeLocal(owner, bookId, { ...local, annotations: mergeAnnotations(local.annotations, list) })
  }
  return standing
}

/** Notes that the account has accepted this device's progress as `version`: what is read from now on is based on it. */
function writeBase(owner: string, bookId: string, version: number) {
  const local = readLocal(owner, bookId)
  writeLocal(owner, bookId, { ...local, basedOn: Math.max(local.basedOn, version) })
}

/** What was sent need not be sent again, unless it was changed meanwhile. */
function settle(owner: string, bookId: string, sent: { id: string; updatedAt: string }[]) {
  const local = readLocal(owner, bookId)
  const isSettled = (id: string) => sent.some((one) => one.id === id && one.updatedAt === timeOf(local, id))
  writeLocal(owner, bookId, { ...local, unsent: local.unsent.filter((id) => !isSettled(id)) })
}

function timeOf({ progress, annotations }: LocalReading, id: string) {
  return id === 'progress' ? progress?.updatedAt : annotations.find((one) => one.id === id)?.updatedAt
}

/** All annotations the account knows in a book. */
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

/** What a visitor read and marked here becomes the account's of the one who logs in. */
export async function mergeVisitorReading(owner: string): Promise<void> {
  for (const bookId of listLocalBooks(visitor)) {
    const visited = readLocal(visitor, bookId)
    const own = readLocal(owner, bookId)
    const isFurther = visited.progress !== null && (own.progress?.updatedAt ?? '') < visited.progress.updatedAt
    const unsent = [...own.unsent, ...visited.annotations.map(({ id }) => id), ...(isFurther ? ['progress'] : [])]
    const isKept = writeLocal(owner, bookId, {
      progress: isFurther ? visited.progress : own.progress,
      basedOn: own.basedOn,
      annotations: mergeAnnotations(own.annotations, visited.annotations),
      unsent: [...new Set(unsent)],
    })
    if (isKept) removeLocal(visitor, bookId)
  }
  // A book that was opened meanwhile shows only what the account knew.
  const { outline } = useReader.getState()
  if (outline !== null) useReader.setState({ annotations: readLocal(owner, outline.bookId).annotations })
  await sendAll(owner)
}

/** Tells the account of every book. */
export async function sendAll(owner: string): Promise<void> {
  for (const bookId of listLocalBooks(owner)) await sendUnsent(owner, bookId).catch(giveUpOn)
}

/** Without a network, or for a book that is gone, what is here stays here. */
function giveUpOn(error: unknown) {
  if (!(error instanceof Failure)) throw error
}
