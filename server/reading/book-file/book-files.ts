import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange, Storage } from '#server/platform/storage/storage.ts'

/** The folder of the books that ship with the program; their storage keys begin with `shipped/`. */
export const shippedDirectory = resolve(import.meta.dirname, '../../../library/books')

/**
 * Reads and writes the text files of books, in the program's own folder or in the object storage. The bytes under a
 * storage key never change.
 */
export class BookFiles {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  async has(key: string): Promise<boolean> {
    const found = await this.#storage.get(key, { start: 0, end: 0 })
    found?.body.destroy()
    return found !== undefined
  }

  async read(key: string): Promise<Buffer> {
    const shipped = shippedPath(key)
    return shipped === undefined ? buffer(this.stream(key)) : readFile(shipped)
  }

  stream(key: string, range?: ByteRange): Readable {
    const shipped = shippedPath(key)
    return shipped === undefined ? Readable.from(this.#chunks(key, range)) : createReadStream(shipped, range)
  }

  /** Stores the text file of a book atomically: after a failure there is nothing under the storage key. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#storage.put(key, bytes)
  }

  async remove(...keys: string[]): Promise<void> {
    await this.#storage.delete(...keys.filter((key) => shippedPath(key) === undefined))
  }

  async *#chunks(key: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const found = await this.#storage.get(key, range)
    if (found === undefined) throw new Error(`no file is stored under the key ${key}`)
    yield* found.body as AsyncIterable<Buffer>
  }
}

function shippedPath(key: string): string | undefined {
  return /^shipped\/[\w.-]+$/.test(key) ? join(shippedDirectory, key.slice(8)) : undefined
}
