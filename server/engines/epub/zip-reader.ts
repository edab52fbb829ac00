import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from 'yauzl'
import { Failure, fail } from '#shared/api/failure.ts'
import { recoverDirectory } from './recover-directory.ts'
import { listEntries, maxEntries, type NamedEntry } from './zip-entries.ts'

/** Limits for zip archives, far above the size of real books and far below what would harm the server. */
const limits = {
  entries: maxEntries,
  entryBytes: 32 * 1024 * 1024,
  allBytes: 400 * 1024 * 1024,
  ratio: 200,
  allRatio: 100,
}
/** The versions of the zip format that EPUB permits, times ten. */
const knownVersions = new Set([10, 20, 45])
/** The compression methods that EPUB permits: none, and Deflate. */
const knownMethods = new Set([0, 8])
const minSuspiciousBytes = 1024 * 1024
/** The message for the editor who imports a book whose archive cannot be read. */
export const damaged = '这个文件不是完好的 EPUB：压缩包打不开或中途断了'

export interface Zip {
  /** The names of the files in the zip archive, in the order in which it lists them. */
  names: string[]
  /** Whether the zip directory is damaged or missing, so that the files were found by the headers in front of them. */
  isRecovered: boolean
  /** Whether all files need a version of the zip format that EPUB permits: 1.0, 2.0 or 4.5. */
  isOfKnownVersion: boolean
  /** Whether a file is compressed by a method that EPUB does not permit, so that it cannot be unpacked here. */
  hasOtherCompression: boolean
  isStored(name: string): boolean
  /** Returns the unpacked bytes of the file with this name in the zip archive; undefined if there is no such file. */
  read(name: string): Promise<Buffer | undefined>
}

/**
 * Opens a zip archive that may be hostile. The limits apply to the bytes that are actually unpacked, not only to the
 * declared sizes. Throws an `invalid` failure beyond the limits.
 */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const { file, listed, isRecovered } = await openArchive(bytes)
  const entries = new Map<string, Entry>()
  let total = 0
  for (const { name, entry } of listed) {
    checkEntry(name, entry, entries)
    total += entry.uncompressedSize
    if (total > limits.allBytes) fail('invalid', '这个文件解开后太大了（超过 400 MB），没有收下')
    if (total > minSuspiciousBytes && total > bytes.length * limits.allRatio)
      fail('invalid', '这个文件压得异常地紧，像是压缩炸弹，没有收下')
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  return {
    names: [...entries.keys()],
    isRecovered,
    isOfKnownVersion: listed.every(({ entry }) => knownVersions.has(entry.versionNeededToExtract)),
    hasOtherCompression: listed.some(({ entry }) => !knownMethods.has(entry.compressionMethod)),
    isStored: (name) => entries.get(name)?.compressionMethod === 0,
    read: async (name) => {
      const entry = entries.get(name)
      return entry && unpack(file, name, entry)
    },
  }
}

interface OpenArchive {
  file: ZipFile
  listed: NamedEntry[]
  isRecovered: boolean
}

async function openArchive(bytes: Buffer): Promise<OpenArchive> {
  try {
    return { ...(await readDirectory(bytes)), isRecovered: false }
  } catch (error) {
    if (error instanceof Failure) throw error
    const directory = recoverDirectory(bytes)
    if (directory === undefined) return fail('invalid', damaged)
    const recovered = await readDirectory(Buffer.concat([bytes, directory])).catch((cause: unknown) => {
      throw cause instanceof Failure ? cause : new Failure('invalid', damaged, null, { cause })
    })
    return { ...recovered, isRecovered: true }
  }
}

async function readDirectory(bytes: Buffer) {
  const file = await fromBufferPromise(bytes, { autoClose: false, validateEntrySizes: true, decodeStrings: false })
  if (file.entryCount > limits.entries) fail('invalid', '这个文件里的东西太多了（超过两万五千个），不像一本书')
  return { file, listed: await listEntries(file) }
}

function checkEntry(fileName: string, entry: Entry, known: Map<string, Entry>) {
  const { compressedSize, uncompressedSize } = entry
  if (validateFileName(fileName) !== null) fail('invalid', '这个文件里有想写到别处去的路径，没有收下')
  if (known.has(fileName)) fail('invalid', `这个文件里有两个同名的部分（${shortened(fileName)}），不知道该信哪一个`)
  if (entry.isEncrypted()) fail('invalid', '这个文件加了密，请换一个没有加密的')
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & 0o170000) === 0o120000) fail('invalid', `这个文件里有指向别处的链接（${shortened(fileName)}），没有收下`)
  if (uncompressedSize > limits.entryBytes) fail('invalid', `「${shortened(fileName)}」解开后超过 32 MB，没有收下`)
  if (uncompressedSize > minSuspiciousBytes && uncompressedSize > compressedSize * limits.ratio)
    fail('invalid', `「${shortened(fileName)}」压得异常地紧，像是压缩炸弹，没有收下`)
}

/** Unpacks one file of a zip archive. The zip library fails as soon as the file yields more bytes than declared. */
async function unpack(file: ZipFile, name: string, entry: Entry): Promise<Buffer> {
  try {
    const stream = await file.openReadStreamPromise(entry)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limits.entryBytes) fail('invalid', `「${shortened(name)}」解开后超过 32 MB，没有收下`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof Failure) throw error
    return fail('invalid', damaged)
  }
}

function shortened(name: string) {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
