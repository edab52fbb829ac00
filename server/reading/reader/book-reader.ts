import { LRUCache } from 'lru-cache'
import type { Readable } from 'node:stream'
import type { BookFiles } from '#server/reading/book-file/book-files.ts'
import type { Compression } from '#server/platform/cache/compress-body.ts'
import { textLengthOf } from '#server/engines/epub/serve/book-entry.ts'
import { type BookOutline, navigationLengthOf } from '#server/engines/epub/serve/book-outline.ts'
import { EpubArchive, type ReadPart, type StoredEntry } from '#server/engines/epub/serve/epub-archive.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import { gzipEntry, streamEntry } from '#server/engines/epub/serve/stored-entry.ts'
import type { WorkCaller } from '#server/engines/concurrency-limit.ts'
import type { ByteRange } from '#server/platform/storage/storage.ts'
import { BookProcess } from './book-process.ts'
import { type BookAnswers, type BookTask, runBookTask, type ServedEntry } from './book-tasks.ts'

export interface StoredEpub {
  storageKey: string
  size: number
}

interface EntryRequest {
  path: string
  /** The URL path below which the entries of the book are served. It has the version of the text. */
  base: string
  compression: Compression
  caller?: WorkCaller
}

type PassageTask = Extract<BookTask, { kind: 'passage' }>
type PointerTask = Extract<BookTask, { kind: 'pointer' }>

/**
 * The longest text that is cleaned in the event loop, in bytes. The densest markup of this length takes some 40
 * milliseconds; longer texts are cleaned in a child process.
 */
const inlineBytes = 48 * 1024
const servedBytes = 8 * 1024 * 1024

/**
 * Reads stored EPUB files for users who read them. Short texts are cleaned here, everything that takes longer in a
 * child process. The bytes under a storage key never change, so what was read once is cached and never becomes stale.
 */
export class BookReader {
  readonly #bookFiles: Pick<BookFiles, 'stream'>
  readonly #process = new BookProcess()
  /** Opened books; undefined for those that are opened in the child process only. */
  readonly #opened = new LRUCache<string, Promise<{ epub: OpenedEpub | undefined }>>({ max: 24 })
  readonly #outlines = new LRUCache<string, Promise<BookOutline>>({ max: 24 })
  readonly #served = new LRUCache<string, ServedEntry>({ maxSize: servedBytes, sizeCalculation: sizeOf })
  readonly #cleaning = new Map<string, Promise<ServedEntry>>()

  constructor(bookFiles: Pick<BookFiles, 'stream'>) {
    this.#bookFiles = bookFiles
  }

  outlineOf(file: StoredEpub): Promise<BookOutline> {
    return cached(this.#outlines, file.storageKey, () => this.#run(file, { kind: 'outline' }))
  }

  /**
   * Returns an entry of a book. Many who ask for one entry at once wait for one reading. Throws the failures of
   * `runBookTask` and `BookProcess`.
   */
  async entryOf(file: StoredEpub, { path, base, compression, caller }: EntryRequest): Promise<ServedEntry> {
    const address = base + path
    const known = this.#served.get(address) ?? this.#cleaning.get(address)
    if (known !== undefined) return known
    const reading = this.#run(file, { kind: 'entry', path, base, compression }, caller)
    this.#cleaning.set(address, reading)
    try {
      const entry = await reading
      this.#served.set(address, entry)
      return entry
    } finally {
      this.#cleaning.delete(address)
    }
  }

  /** Finds a text in a section of a book, in either Chinese script; null if the section does not contain it. */
  findPassage(
    file: StoredEpub,
    passage: Omit<PassageTask, 'kind'>,
    caller: WorkCaller,
  ): Promise<BookAnswers['passage']> {
    return this.#run(file, { kind: 'passage', ...passage }, caller)
  }

  /** Returns a place in a section of a book in the notation of KOReader, as `toXPointer` does. */
  pointerTo(file: StoredEpub, place: Omit<PointerTask, 'kind'>, caller: WorkCaller): Promise<string> {
    return this.#run(file, { kind: 'pointer', ...place }, caller)
  }

  /** Opens a stream of a picture, font, recording or film of a book, like `streamEntry`. */
  stream(file: StoredEpub, entry: StoredEntry, range?: ByteRange): Promise<Readable> {
    return streamEntry(entry, this.#readPart(file), range)
  }

  /** Opens a stream of such a file in the gzip format, like `gzipEntry`. */
  gzip(file: StoredEpub, entry: StoredEntry): Promise<Readable> {
    return gzipEntry(entry, this.#readPart(file))
  }

  stop() {
    this.#process.stop()
  }

  async #run<Task extends BookTask>(
    file: StoredEpub,
    task: Task,
    caller?: WorkCaller,
  ): Promise<BookAnswers[Task['kind']]> {
    const { epub } = await this.#open(file)
    if (epub !== undefined && lengthOf(epub, task) <= inlineBytes)
      return (await runBookTask(epub, task)) as BookAnswers[Task['kind']]
    const { storageKey, size } = file
    // Long texts are compressed in one form only, which every browser accepts and which is unpacked in little memory.
    const asked = task.kind === 'entry' ? { ...task, compression: 'gzip' as const } : task
    return this.#process.run({ task: asked, storageKey, size }, this.#readPart(file), caller)
  }

  #open(file: StoredEpub): Promise<{ epub: OpenedEpub | undefined }> {
    return cached(this.#opened, file.storageKey, async () => {
      const archive = await EpubArchive.openIfSmall(file.size, this.#readPart(file))
      return { epub: archive && (await OpenedEpub.open(archive)) }
    })
  }

  #readPart({ storageKey }: StoredEpub): ReadPart {
    return (range) => this.#bookFiles.stream(storageKey, range)
  }
}

/** Returns the length of what a task must parse, in bytes. */
function lengthOf(epub: OpenedEpub, task: BookTask): number {
  return task.kind === 'outline' ? navigationLengthOf(epub) : textLengthOf(epub, task.path)
}

function sizeOf({ text }: ServedEntry): number {
  return 500 + (text?.bytes.length ?? 0)
}

/**
 * Returns the cached result for a key, or calls `load` and caches its result. Concurrent callers share one call; a
 * failed call is not cached.
 */
function cached<T>(cache: LRUCache<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key)
  if (known !== undefined) return known
  const loading = load()
  cache.set(key, loading)
  loading.catch(() => cache.delete(key))
  return loading
}
