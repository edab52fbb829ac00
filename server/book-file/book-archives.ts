import { LRUCache } from 'lru-cache'
import type { BookFiles } from './book-files.ts'
import { type BookOutline, readOutline } from '#server/epub/serve/book-outline.ts'
import { EpubArchive } from '#server/epub/serve/epub-archive.ts'

interface StoredEpub {
  storageKey: string
  size: number
}

/** The books that are being read: of each the directory and the outline, while many ask for them. */
export class BookArchives {
  readonly #bookFiles: Pick<BookFiles, 'stream'>
  readonly #open = new LRUCache<string, Promise<EpubArchive>>({ max: 24 })
  readonly #outlines = new LRUCache<string, Promise<BookOutline>>({ max: 24 })

  constructor(bookFiles: Pick<BookFiles, 'stream'>) {
    this.#bookFiles = bookFiles
  }

  /** Bytes under a key never change, so neither does what is read of them. */
  open({ storageKey, size }: StoredEpub): Promise<EpubArchive> {
    return keep(this.#open, storageKey, () =>
      EpubArchive.open(size, (range) => this.#bookFiles.stream(storageKey, range)),
    )
  }

  outlineOf(file: StoredEpub): Promise<BookOutline> {
    return keep(this.#outlines, file.storageKey, async () => readOutline(await this.open(file)))
  }
}

/** Many who ask at once wait for one reading; one that failed is tried again by the next. */
function keep<T>(kept: LRUCache<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  return made
}
