import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { fail } from '#shared/api/failure.ts'

/** Far above what books have, far below what hurts. */
const limits = { entries: 10_000, entryBytes: 32 * 1024 * 1024, allBytes: 400 * 1024 * 1024, ratio: 200, allRatio: 100 }
const small = 1024 * 1024

export interface Zip {
  /** In the order of the archive. */
  names: string[]
  isStored(name: string): boolean
  /** Undefined where there is no such part. */
  read(name: string): Promise<Buffer | undefined>
}

/** Opens an archive that may be hostile; what it unpacks to is bounded while it is unpacked, not by what it claims. */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const file = await openArchive(bytes)
  const entries = new Map<string, Entry>()
  let total = 0
  try {
    for await (const entry of file.eachEntry()) {
      checkEntry(entry, entries)
      total += entry.uncompressedSize
      if (entries.size >= limits.entries) fail('invalid', '这个文件里的东西太多了（超过一万个），不像一本书')
      if (total > limits.allBytes) fail('invalid', '这个文件解开后太大了（超过 400 MB），没有收下')
      if (total > small && total > bytes.length * limits.allRatio)
        fail('invalid', '这个文件压得异常地紧，像是压缩炸弹，没有收下')
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw told(error)
  }
  return {
    names: [...entries.keys()],
    isStored: (name) => entries.get(name)?.compressionMethod === 0,
    read: async (name) => {
      const entry = entries.get(name)
      return entry && unpack(file, entry)
    },
  }
}

function openArchive(bytes: Buffer) {
  return fromBufferPromise(bytes, { autoClose: false, validateEntrySizes: true }).catch((error: unknown) => {
    throw told(error)
  })
}

function checkEntry(entry: Entry, known: Map<string, Entry>) {
  const { fileName, compressedSize, uncompressedSize } = entry
  if (known.has(fileName)) fail('invalid', `这个文件里有两个同名的部分（${shortened(fileName)}），不知道该信哪一个`)
  if (entry.isEncrypted()) fail('invalid', '这个文件加了密，请换一个没有加密的')
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & 0o170000) === 0o120000) fail('invalid', `这个文件里有指向别处的链接（${shortened(fileName)}），没有收下`)
  if (uncompressedSize > limits.entryBytes) fail('invalid', `「${shortened(fileName)}」解开后超过 32 MB，没有收下`)
  if (uncompressedSize > small && uncompressedSize > compressedSize * limits.ratio)
    fail('invalid', `「${shortened(fileName)}」压得异常地紧，像是压缩炸弹，没有收下`)
}

/** Fails as soon as more comes out than was said, which the reader itself counts. */
async function unpack(file: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const stream = await file.openReadStreamPromise(entry)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limits.entryBytes) fail('invalid', `「${shortened(entry.fileName)}」解开后超过 32 MB，没有收下`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw told(error)
  }
}

/** What the library says of an archive, in words for an editor. */
function told(error: unknown): unknown {
  const message = error instanceof Error ? error.message : ''
  const said = /relative path|absolute path|invalid characters/.test(message)
    ? '这个文件里有想写到别处去的路径，没有收下'
    : undefined
  if (said === undefined && error instanceof Error && error.name === 'Failure') return error
  try {
    return fail('invalid', said ?? '这个文件不是完好的 EPUB：压缩包打不开或中途断了')
  } catch (failure) {
    return failure
  }
}

function shortened(name: string) {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
