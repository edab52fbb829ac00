import { LRUCache } from 'lru-cache'
import { Readable } from 'node:stream'
import { Failure } from '#shared/api/failure.ts'
import { EpubArchive } from '#server/engines/epub/serve/epub-archive.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import type { ProcessAnswer, ProcessTask } from './book-process.ts'
import { runBookTask } from './book-tasks.ts'

/**
 * The program of the child process that reads large books. `BookProcess` sends it one task at a time. It has no access
 * to the storage: it asks `BookProcess` for the parts of the book's file.
 */
process.on('message', (message: ProcessTask | { part: Buffer | null }) => {
  if ('task' in message) void work(message)
  else receivePart?.(message.part)
})
process.once('disconnect', () => process.exit())

/** The number of bytes that are asked for at once. */
const partBytes = 1024 * 1024

let receivePart: ((part: Buffer | null) => void) | undefined
/** The last part that was asked for; parts are asked for one after another. */
let lastPart: Promise<unknown> = Promise.resolve()
/** The books of the last tasks, because readers ask for many entries of one book. */
const opened = new LRUCache<string, OpenedEpub>({ max: 3 })

async function work({ task, storageKey, size }: ProcessTask) {
  try {
    const epub = opened.get(storageKey) ?? (await open(size))
    opened.set(storageKey, epub)
    answer({ result: await runBookTask(epub, task) })
  } catch (error) {
    answer(error instanceof Failure ? { failure: { kind: error.kind, message: error.message } } : { error })
  }
}

async function open(size: number): Promise<OpenedEpub> {
  return OpenedEpub.open(await EpubArchive.open(size, ({ start, end }) => Readable.from(readParts(start, end))))
}

function answer(message: ProcessAnswer) {
  process.send?.(message)
}

async function* readParts(start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; at += partBytes) {
    const part = await askForPart({ start: at, end: Math.min(end, at + partBytes - 1) })
    if (part === null) throw new Error('the storage failed')
    yield part
  }
}

function askForPart(range: { start: number; end: number }): Promise<Buffer | null> {
  const part = lastPart.then(
    () =>
      new Promise<Buffer | null>((resolve) => {
        receivePart = resolve
        answer({ range })
      }),
  )
  lastPart = part
  return part
}
