import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { v7 as newId } from 'uuid'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** The texts that come with the program; their keys begin with `shipped/`. */
export const shippedDirectory = resolve(import.meta.dirname, '../../library/books')

/** Where the bytes of texts lie. A key never names other bytes than the first that were put under it. */
export class BookFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  async has(key: string): Promise<boolean> {
    return stat(this.#pathOf(key)).then(
      (found) => found.isFile(),
      () => false,
    )
  }

  async read(key: string): Promise<Buffer> {
    return readFile(this.#pathOf(key))
  }

  stream(key: string, range?: ByteRange): Readable {
    return createReadStream(this.#pathOf(key), range)
  }

  /** Whole or not at all, whatever happens meanwhile. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${newId()}.part`
    try {
      const file = await open(draft, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    if (!key.startsWith('shipped/')) await rm(this.#pathOf(key), { force: true })
  }

  #pathOf(key: string): string {
    if (!/^[\da-zA-Z]+(?:[-./][\da-zA-Z]+)*$/.test(key)) throw new Error(`no key of a text: ${key}`)
    return key.startsWith('shipped/') ? join(shippedDirectory, key.slice(8)) : join(this.#directory, key)
  }
}
