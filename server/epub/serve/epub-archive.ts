import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { Failure } from '#shared/api/failure.ts'
import { foldPath } from '#server/epub/fold-path.ts'
import { recoverDirectory } from '#server/epub/recover-directory.ts'
import { unpackBeginning } from '#server/epub/unpack-beginning.ts'
import { listEntries, maxEntries } from '#server/epub/zip-entries.ts'

/** Opens a stream of a part of a stored file; `start` and `end` are inclusive byte positions. */
type ReadPart = (range: { start: number; end: number }) => Readable

/**
 * The number of bytes that are read at the end of an EPUB file. They contain the zip directory of almost every archive.
 */
const tailLength = 256 * 1024

/** An EPUB file in the storage. Opening it reads only the zip directory; its files are read on demand. */
export class EpubArchive {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  readonly #reader: PartReader
  /** The paths of the archive by their folded form; undefined until a path is sought that is not in the archive. */
  #folded: Map<string, string> | undefined

  private constructor(zip: ZipFile, entries: Map<string, Entry>, reader: PartReader) {
    this.#zip = zip
    this.#entries = entries
    this.#reader = reader
  }

  /**
   * Opens the EPUB file of `size` bytes. If its zip directory is damaged or missing, the whole file is read once to
   * find its files by the headers in front of them. Throws a `Failure`: `broken` or `unavailable`.
   */
  static async open(size: number, readPart: ReadPart): Promise<EpubArchive> {
    const reader = new PartReader(size, readPart)
    try {
      return await EpubArchive.#openIntact(reader)
    } catch (error) {
      if (reader.hasFailedWith(error)) throwFailure(reader, error)
      return await EpubArchive.#recover(reader, error).catch((failed) => throwFailure(reader, failed))
    }
  }

  static async #openIntact(reader: PartReader): Promise<EpubArchive> {
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false }
    const zip = await fromRandomAccessReaderPromise(reader, reader.size, options)
    if (zip.entryCount > maxEntries) throw new Error(`the archive has ${zip.entryCount} entries`)
    const entries = new Map<string, Entry>()
    for (const { name, entry } of await listEntries(zip))
      // File names in the zip directory that lead outside the archive are ignored.
      if (isInside(name) && !entries.has(name)) entries.set(name, entry)
    reader.dropTail()
    return new EpubArchive(zip, entries, reader)
  }

  static async #recover(reader: PartReader, cause: unknown): Promise<EpubArchive> {
    const directory = recoverDirectory(await buffer(reader._readStreamForRange(0, reader.size)))
    if (directory === undefined) throw cause
    return EpubArchive.#openIntact(reader.withDirectory(directory))
  }

  get paths(): Iterable<string> {
    return this.#entries.keys()
  }

  /**
   * Returns the path of a file of the archive: the given path if there is such a file, or else a path that differs from
   * it only in upper and lower case or in its Unicode normal form, as archives made on other systems do.
   */
  find(path: string): string | undefined {
    if (this.#entries.has(path)) return path
    this.#folded ??= new Map([...this.#entries.keys()].map((known) => [foldPath(known), known]))
    return this.#folded.get(foldPath(path))
  }

  /**
   * Returns the uncompressed size of a file of the archive in bytes, as the zip directory declares it; 0 if there is no
   * such file.
   */
  sizeOf(path: string): number {
    return this.#entries.get(path)?.uncompressedSize ?? 0
  }

  /** Returns whether the unpacked bytes of a file have the checksum that the zip directory states. */
  isIntact(path: string, bytes: Buffer): boolean {
    return this.#entries.get(path)?.crc32 === crc32(bytes)
  }

  /**
   * Returns the bytes of a file of the archive; undefined if there is no such file. Throws a `Failure`: `tooLarge` if
   * the file is larger than `limit` bytes, `broken` if it is damaged, and `unavailable` if the storage fails.
   */
  async read(path: string, limit: number): Promise<Buffer | undefined> {
    const entry = this.#entries.get(path)
    if (entry === undefined) return undefined
    if (entry.uncompressedSize > limit) throw new Failure('tooLarge', '书里的这一页太大了，这里打不开')
    try {
      // No more bytes than the declared size are read: the stream that unpacks a file fails if the file is larger than
      // that.
      return await buffer(await this.#zip.openReadStreamPromise(entry))
    } catch (error) {
      return throwFailure(this.#reader, error)
    }
  }

  /**
   * Returns the beginning of a file that `read` found damaged: the bytes in front of the damage, at most `limit`; empty
   * if there are none. Throws a `Failure` like `read`.
   */
  async readBeginning(path: string, limit: number): Promise<Buffer> {
    const entry = this.#entries.get(path)
    if (entry === undefined) return Buffer.alloc(0)
    try {
      const packed = await buffer(await this.#zip.openReadStreamPromise(entry, { decodeFileData: false }))
      return entry.compressionMethod === 0 ? packed.subarray(0, limit) : await unpackBeginning(packed, limit)
    } catch (error) {
      return throwFailure(this.#reader, error)
    }
  }
}

function isInside(path: string): boolean {
  return !/^\/|\\|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(path)
}

/** The message for users of a stored book whose file cannot be read. */
export const unreadable = '这本书的文件打不开，我们会去看看'

/**
 * Throws a `Failure` with a message for the user, after an EPUB file could not be read: `unavailable` if the storage
 * failed, which may be temporary, or `broken` if the file is damaged.
 */
function throwFailure(reader: PartReader, cause: unknown): never {
  throw reader.hasFailedWith(cause)
    ? new Failure('unavailable', '书的文件暂时读不到，请稍后再试', null, { cause })
    : new Failure('broken', unreadable, null, { cause })
}

/**
 * Reads byte ranges of a stored EPUB file for the zip library. The end of the file is read once and retained, because
 * the library reads the zip directory there in many small steps.
 */
class PartReader extends RandomAccessReader {
  readonly size: number
  readonly #readPart: ReadPart
  #tail: Promise<Buffer> | undefined
  /** The errors that the storage threw, as opposed to errors caused by the contents of the EPUB file. */
  readonly #storageErrors = new WeakSet<object>()

  constructor(size: number, readPart: ReadPart) {
    super()
    this.size = size
    this.#readPart = readPart
  }

  /**
   * Returns a `PartReader` of the same file with a rebuilt zip directory appended, so that the zip library can open a
   * file whose own directory is missing or damaged.
   */
  withDirectory(directory: Buffer): PartReader {
    const { size } = this
    const readFile = (range: { start: number; end: number }) => this.#open(range)
    async function* readBoth(start: number, end: number) {
      if (start < size) yield* readFile({ start, end: Math.min(end, size - 1) })
      if (end >= size) yield directory.subarray(Math.max(0, start - size), end - size + 1)
    }
    return new PartReader(size + directory.length, ({ start, end }) => Readable.from(readBoth(start, end)))
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
    const tailStart = Math.max(0, this.size - tailLength)
    const isInTail = position >= tailStart && !this.#isTailDropped
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

  #isTailDropped = false

  dropTail() {
    this.#isTailDropped = true
    this.#tail = undefined
  }

  #readTail(start: number): Promise<Buffer> {
    this.#tail ??= buffer(this.#open({ start, end: this.size - 1 }))
    return this.#tail
  }
}
