import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { Failure } from '#shared/api/failure.ts'

/** Any part of a stored file; both ends included. */
export type ReadPart = (range: { start: number; end: number }) => Readable

const longestDirectory = 10_000
/** Bytes at the end of a file that hold its directory in all but the strangest. */
const tailLength = 256 * 1024

/** An EPUB of which only the directory is read at first, and then the entries that are asked for. */
export class EpubArchive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  readonly #reader: PartReader

  private constructor(zip: ZipFile, entries: Map<string, Entry>, reader: PartReader) {
    this.#zip = zip
    this.#entries = entries
    this.#reader = reader
  }

  static async open(size: number, readPart: ReadPart): Promise<EpubArchive> {
    const reader = new PartReader(size, readPart)
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false }
    const zip = await fromRandomAccessReaderPromise(reader, size, options).catch((error) => refuse(reader, error))
    if (zip.entryCount > longestDirectory) refuse(reader, new Error(`the archive has ${zip.entryCount} entries`))
    const entries = new Map<string, Entry>()
    try {
      for await (const entry of zip.eachEntry()) {
        const path = entry.fileNameRaw.toString()
        // A name that leads out of the archive is nobody's.
        if (isInside(path) && !entries.has(path)) entries.set(path, entry)
      }
    } catch (error) {
      refuse(reader, error)
    }
    reader.dropTail()
    return new EpubArchive(zip, entries, reader)
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

  /**
   * The bytes of one entry; undefined where there is none. Throws a `Failure`: `tooLarge` beyond `limit` bytes, `broken` where the
   * entry is damaged, and `unavailable` where the storage does not give the bytes.
   */
  async read(path: string, limit: number): Promise<Buffer | undefined> {
    const entry = this.#entries.get(path)
    if (entry === undefined) return undefined
    if (entry.uncompressedSize > limit) throw new Failure('tooLarge', '书里的这一页太大了，这里打不开')
    try {
      // An entry that unpacks to more than its header says ends in an error.
      return await buffer(await this.#zip.openReadStreamPromise(entry))
    } catch (error) {
      return refuse(this.#reader, error)
    }
  }
}

function isInside(path: string): boolean {
  return !/^\/|\\|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(path)
}

/** Throws the failure that a reader is shown: the storage may answer again soon, a damaged file stays damaged. */
function refuse(reader: PartReader, cause: unknown): never {
  throw reader.hasFailedWith(cause)
    ? new Failure('unavailable', '书的文件暂时读不到，请稍后再试', null, { cause })
    : new Failure('broken', '这本书的文件打不开，我们会去看看', null, { cause })
}

/** Reads the end of the file once, for the many small looks into the directory. */
class PartReader extends RandomAccessReader {
  readonly #size: number
  readonly #readPart: ReadPart
  #tail: Promise<Buffer> | undefined
  /** The errors that came from the storage and not from what the file contains. */
  readonly #storageErrors = new WeakSet<object>()

  constructor(size: number, readPart: ReadPart) {
    super()
    this.#size = size
    this.#readPart = readPart
  }

  hasFailedWith(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#storageErrors.has(error)
  }

  override _readStreamForRange(start: number, end: number) {
    return this.#open({ start, end: end - 1 })
  }

  #open(range: { start: number; end: number }) {
    return this.#readPart(range).once('error', (error) => this.#storageErrors.add(error))
  }

  override read(into: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    const tailStart = Math.max(0, this.#size - tailLength)
    const isInTail = position >= tailStart && !this.#isDone
    const part = isInTail
      ? this.#readTail(tailStart)
      : buffer(this.#open({ start: position, end: position + length - 1 }))
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
    this.#tail ??= buffer(this.#open({ start, end: this.#size - 1 }))
    return this.#tail
  }
}
