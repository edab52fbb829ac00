import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { fail } from '#shared/api/failure.ts'

/** Any part of a stored file; both ends included. */
export type ReadPart = (range: { start: number; end: number }) => Readable

const longestDirectory = 10_000
/** Bytes at the end of a file that hold its directory in all but the strangest. */
const tailLength = 256 * 1024

/** An EPUB of which only the directory is read at first, and then the entries that are asked for. */
export class EpubArchive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async open(size: number, readPart: ReadPart): Promise<EpubArchive> {
    const reader = new PartReader(size, readPart)
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false }
    const zip = await fromRandomAccessReaderPromise(reader, size, options).catch(() => refuse())
    if (zip.entryCount > longestDirectory) refuse()
    const entries = new Map<string, Entry>()
    try {
      for await (const entry of zip.eachEntry()) {
        const path = entry.fileNameRaw.toString()
        // A name that leads out of the archive is nobody's.
        if (isInside(path) && !entries.has(path)) entries.set(path, entry)
      }
    } catch {
      refuse()
    }
    reader.dropTail()
    return new EpubArchive(zip, entries)
  }

  get paths(): Iterable<string> {
    return this.#entries.keys()
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  /** Of an entry unpacked, as the directory says. */
  sizeOf(path: string): number {
    return this.#entries.get(path)?.uncompressedSize ?? 0
  }

  /** The bytes of one entry; undefined where there is none, or where it is larger than anybody may ask for. */
  async read(path: string, limit: number): Promise<Buffer | undefined> {
    const entry = this.#entries.get(path)
    if (entry === undefined || entry.uncompressedSize > limit || !entry.canDecodeFileData()) return undefined
    // What unpacks to more than its entry says ends in an error.
    return buffer(await this.#zip.openReadStreamPromise(entry)).catch(() => undefined)
  }
}

function isInside(path: string): boolean {
  return !/^\/|\\|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(path)
}

function refuse(): never {
  fail('broken', '这本书的文件打不开，我们会去看看')
}

/** Reads the end of the file once, for the many small looks into the directory. */
class PartReader extends RandomAccessReader {
  readonly #size: number
  readonly #readPart: ReadPart
  #tail: Promise<Buffer> | undefined

  constructor(size: number, readPart: ReadPart) {
    super()
    this.#size = size
    this.#readPart = readPart
  }

  override _readStreamForRange(start: number, end: number) {
    return this.#readPart({ start, end: end - 1 })
  }

  override read(into: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    const tailStart = Math.max(0, this.#size - tailLength)
    const isInTail = position >= tailStart && !this.#isDone
    const part = isInTail
      ? this.#readTail(tailStart)
      : buffer(this.#readPart({ start: position, end: position + length - 1 }))
    part
      .then((bytes) => {
        const from = isInTail ? position - tailStart : 0
        if (bytes.copy(into, offset, from, from + length) < length) throw new Error('the file ends too soon')
        done(null)
      })
      .catch(done)
  }

  #isDone = false

  dropTail() {
    this.#isDone = true
    this.#tail = undefined
  }

  #readTail(start: number): Promise<Buffer> {
    this.#tail ??= buffer(this.#readPart({ start, end: this.#size - 1 }))
    return this.#tail
  }
}
