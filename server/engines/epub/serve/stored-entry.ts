import { once } from 'node:events'
import { pipeline, Readable } from 'node:stream'
import { createGzip, createInflateRaw } from 'node:zlib'
import { Failure } from '#shared/api/failure.ts'
import { type ReadPart, storageFailed, type StoredEntry, unreadable } from './epub-archive.ts'
import { restoredChunks } from './obfuscated-font.ts'

/** A range of the unpacked bytes of an entry; both ends are included. */
interface Range {
  start: number
  end: number
}

/**
 * Opens a stream of the bytes of an entry, or of a range of them. The stream reads and unpacks no more than its reader
 * takes. Waits for the first bytes, and throws a `Failure` if there are none: `unavailable` if the storage fails,
 * `broken` if the entry is damaged. Later damage ends the stream with an error.
 */
export function streamEntry(entry: StoredEntry, readPart: ReadPart, range?: Range): Promise<Readable> {
  return begin(readPart, (read) => unpack(entry, read, range))
}

/**
 * Opens a stream of an entry in the gzip format, like `streamEntry`. The packed bytes of most entries are those of the
 * gzip format already and need only its head and end.
 */
export function gzipEntry(entry: StoredEntry, readPart: ReadPart): Promise<Readable> {
  return begin(readPart, (read) =>
    entry.isDeflated && entry.disguise === undefined
      ? Readable.from(asGzip(entry, readPacked(entry, read)))
      : piped(unpack(entry, read), createGzip()),
  )
}

/** Opens a stream on an archive and waits for its first bytes. */
async function begin(readPart: ReadPart, open: (readPart: ReadPart) => Readable): Promise<Readable> {
  let storageError: unknown
  const stream = open((range) => readPart(range).once('error', (error) => (storageError = error)))
  try {
    await once(stream, 'readable')
  } catch (cause) {
    throw cause === storageError
      ? new Failure('unavailable', storageFailed, null, { cause })
      : new Failure('broken', unreadable, null, { cause })
  }
  return stream
}

function unpack(entry: StoredEntry, readPart: ReadPart, { start, end } = { start: 0, end: entry.size - 1 }): Readable {
  const { disguise } = entry
  if (entry.size === 0) return Readable.from([])
  if (!entry.isDeflated && disguise === undefined && entry.packed === entry.size) {
    const part = readPart({ start: entry.start + start, end: entry.start + end })
    return Readable.from(checkedChunks(part, end - start + 1))
  }
  const packed = readPacked(entry, readPart)
  const unpacked = checkedChunks(entry.isDeflated ? piped(packed, createInflateRaw()) : packed, entry.size)
  return Readable.from(cut(disguise ? restoredChunks(unpacked, disguise) : unpacked, start, end))
}

function readPacked({ start, packed }: StoredEntry, readPart: ReadPart): Readable {
  return packed === 0 ? Readable.from([]) : readPart({ start, end: start + packed - 1 })
}

function piped(from: Readable, through: NodeJS.ReadWriteStream & Readable): Readable {
  return pipeline(from, through, () => undefined) as typeof through
}

/** Passes chunks on. Throws unless they have the length that the zip directory states. */
async function* checkedChunks(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of chunks) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw new Error(`the entry does not have the ${size} bytes that the directory states`)
}

/** Returns the bytes of a stream from the position `start` to `end`, both included, and reads nothing behind them. */
async function* cut(chunks: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (part.length > 0) yield part
    if (at > end) return
  }
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Returns deflated bytes in the gzip format (RFC 1952), which puts a head in front of them and the checksum behind. */
async function* asGzip({ crc32, size }: StoredEntry, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = gzipHead
  for await (const chunk of packed) {
    // The head waits for the first packed bytes, so that a storage that fails is noticed before anything is sent.
    if (head !== undefined) yield head
    head = undefined
    yield chunk
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32, 0)
  end.writeUInt32LE(size, 4)
  yield end
}
