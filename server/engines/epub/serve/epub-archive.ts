import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, constants, createInflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { Failure } from '#shared/api/failure.ts'
import { foldPath } from '#server/engines/epub/fold-path.ts'
import { recoverDirectory } from '#server/engines/epub/recover-directory.ts'
import { listEntries, maxEntries } from '#server/engines/epub/zip-entries.ts'
import type { Disguise } from './obfuscated-font.ts'

/**
 * The number of packed bytes that are read at a time. The output of the step that meets the damage is lost, so the
 * steps are small.
 */
const step = 256

/** Opens a stream of a part of a stored file; `start` and `end` are inclusive byte positions. */
export type ReadPart = (range: { start: number; end: number }) => Readable

/** A picture, font, recording or film of a book: where its bytes lie in the EPUB file, and how they are packed. */
export interface StoredEntry {
  /** Position of the first packed byte in the EPUB file. */
  start: number
  /** Length of the packed bytes. */
  packed: number
  /** Length of the unpacked bytes, as the zip directory states it. */
  size: number
  isDeflated: boolean
  crc32: number
  disguise?: Disguise
}

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

  /**
   * Opens an EPUB file if this takes only some milliseconds. Returns undefined if its zip directory is damaged, or
   * lists many files, or long documents of the package.
   */
  static async openIfSmall(size: number, readPart: ReadPart): Promise<EpubArchive | undefined> {
    const reader = new PartReader(size, readPart)
    try {
      const archive = await EpubArchive.#openIntact(reader, smallArchive.entries)
      return [...archive.paths].some((path) => archive.sizeOf(path) > smallArchive.documentBytes && isOfPackage(path))
        ? undefined
        : archive
    } catch (error) {
      return reader.hasFailedWith(error) ? throwFailure(reader, error) : undefined
    }
  }

  static async #openIntact(reader: PartReader, limit = maxEntries): Promise<EpubArchive> {
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false }
    const zip = await fromRandomAccessReaderPromise(reader, reader.size, options)
    if (zip.entryCount > limit) throw new Error(`the archive has ${zip.entryCount} entries`)
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
   * Returns where the packed bytes of a file lie in the EPUB file; undefined if there is no such file. Throws a
   * `Failure` like `read`.
   */
  async locate(path: string, limit: number): Promise<StoredEntry | undefined> {
    const entry = this.#entries.get(path)
    if (entry === undefined) return undefined
    const { uncompressedSize: size, compressedSize: packed, compressionMethod, crc32 } = entry
    if (size > limit) throw new Failure('tooLarge', '书里的这一页太大了，这里打不开')
    try {
      if (compressionMethod !== 0 && compressionMethod !== 8) throw new Error(`compression method ${compressionMethod}`)
      const { fileDataStart: start } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true })
      return { start, packed, size, isDeflated: compressionMethod === 8, crc32 }
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

/** The limits within which `openIfSmall` opens an archive. */
const smallArchive = { entries: 1000, documentBytes: 128 * 1024 }

/** Returns whether a file belongs to the package of a book or describes the archive; all these are read at opening. */
function isOfPackage(path: string): boolean {
  return /\.(opf|ncx)$|^META-INF\//i.test(path)
}

function isInside(path: string): boolean {
  return !/^\/|\\|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(path)
}

/** The message for users of a stored book whose file cannot be read. */
export const unreadable = '这本书的文件打不开，我们会去看看'
/** The message for users while the storage of a book fails. */
export const storageFailed = '书的文件暂时读不到，请稍后再试'

/**
 * Throws a `Failure` with a message for the user, after an EPUB file could not be read: `unavailable` if the storage
 * failed, which may be temporary, or `broken` if the file is damaged.
 */
function throwFailure(reader: PartReader, cause: unknown): never {
  throw reader.hasFailedWith(cause)
    ? new Failure('unavailable', storageFailed, null, { cause })
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

/**
 * Unpacks a deflated file that is damaged or cut off. Returns what can be unpacked in front of the damage, at most
 * `limit` bytes; empty if there is nothing.
 */
async function unpackBeginning(packed: Buffer, limit: number): Promise<Buffer> {
  const inflate = createInflateRaw({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })
  const chunks: Buffer[] = []
  let length = 0
  inflate.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  })
  let isDamaged = false
  inflate.on('error', () => (isDamaged = true))
  for (let at = 0; at < packed.length; at += step) {
    await new Promise<void>((resolve) => {
      inflate.once('error', resolve)
      inflate.write(packed.subarray(at, at + step), () => {
        inflate.off('error', resolve)
        resolve()
      })
    })
    if (isDamaged || length >= limit) break
  }
  inflate.destroy()
  return Buffer.concat(chunks).subarray(0, limit)
}
