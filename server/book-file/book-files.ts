import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange, Storage } from '#server/storage/storage.ts'

/** The texts that come with the program; their keys begin with `shipped/`. */
export const shippedDirectory = resolve(import.meta.dirname, '../../library/books')

/** Where the bytes of texts lie: beside the program, or in the object store. A key never names other bytes than the first that were put under it. */
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

  /** Whole or not at all, whatever happens meanwhile. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#storage.put(key, bytes)
  }

  async remove(...keys: string[]): Promise<void> {
    await this.#storage.delete(...keys.filter((key) => shippedPath(key) === undefined))
  }

  async *#chunks(key: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const found = await this.#storage.get(key, range)
    if (found === undefined) throw new Error(`the bytes of ${key} are not there`)
    yield* found.body as AsyncIterable<Buffer>
  }
}

function shippedPath(key: string): string | undefined {
  return /^shipped\/[\w.-]+$/.test(key) ? join(shippedDirectory, key.slice(8)) : undefined
}
