import { LRUCache } from 'lru-cache'
import type { BookFiles } from './book-files.ts'
import { type BookOutline, readOutline } from '#server/epub/serve/book-outline.ts'
import { EpubArchive } from '#server/epub/serve/epub-archive.ts'
import { OpenedEpub } from '#server/epub/serve/opened-epub.ts'

interface StoredEpub {
  storageKey: string
  size: number
}

/** A cache of opened EPUB files and their outlines (tables of contents), for books that are being read. */
export class BookArchives {
  readonly #bookFiles: Pick<BookFiles, 'stream'>
  readonly #open = new LRUCache<string, Promise<OpenedEpub>>({ max: 24 })
  readonly #outlines = new LRUCache<string, Promise<BookOutline>>({ max: 24 })

  constructor(bookFiles: Pick<BookFiles, 'stream'>) {
    this.#bookFiles = bookFiles
  }

  /**
   * Opens an EPUB file and reads its index, or returns it from the cache. The bytes under a storage key never change,
   * so the cache never becomes stale.
   */
  open({ storageKey, size }: StoredEpub): Promise<OpenedEpub> {
    return cached(this.#open, storageKey, async () =>
      OpenedEpub.open(await EpubArchive.open(size, (range) => this.#bookFiles.stream(storageKey, range))),
    )
  }

  outlineOf(file: StoredEpub): Promise<BookOutline> {
    return cached(this.#outlines, file.storageKey, async () => {
      const { outline } = await readOutline(await this.open(file))
      return outline
    })
  }
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
