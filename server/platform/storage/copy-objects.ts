import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ObjectStore } from './storage.ts'

interface Copying {
  from: ObjectStore
  to: ObjectStore
  prefixes: readonly string[]
  /** A file with the keys of copied objects, one per line, from which an interrupted copy goes on. */
  journal: string
  signal: AbortSignal
  /** Called after each copied object. */
  onCopied?(counts: CopyCounts): void
}

interface CopyCounts {
  /** Objects that this run has copied and compared, and their bytes. */
  copied: number
  bytes: number
}

/**
 * The number of objects that are copied at the same time, because external stores answer slowly. Each object is held in
 * memory.
 */
const parallel = 6

/**
 * Copies all objects below the prefixes from one store to another, and compares the SHA-256 hash of each object with
 * that of its copy. Deletes nothing. Objects never change, so the site may run and write meanwhile; new objects are
 * copied too, until a pass over all prefixes finds none. Throws an error with a Chinese sentence if a copy differs.
 */
export async function copyObjects(copying: Copying): Promise<CopyCounts> {
  const counts: CopyCounts = { copied: 0, bytes: 0 }
  const done = new Set((await readFile(copying.journal, 'utf8').catch(() => '')).split('\n'))
  for (let before = -1; before < counts.copied;) {
    before = counts.copied
    for (const prefix of copying.prefixes) await copyPrefix(copying, prefix, { counts, done })
  }
  return counts
}

interface Progress {
  counts: CopyCounts
  /** The keys of the files that have already been copied to the other store. */
  done: Set<string>
}

async function copyPrefix(copying: Copying, prefix: string, { counts, done }: Progress) {
  const { from, to, journal, signal, onCopied } = copying
  // The destination may have been emptied since an earlier run, so an object counts as copied only if it is still
  // there.
  const present = new Set((await Array.fromAsync(to.list(prefix))).map(({ key }) => key))
  const objects = from.list(prefix)[Symbol.asyncIterator]()
  const copyNext = async () => {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      signal.throwIfAborted()
      const { key } = next.value
      if (done.has(key) && present.has(key)) continue
      const bytes = await copyObject(from, to, key)
      // The site has deleted the object since the list was made, so there is nothing to copy.
      if (bytes === undefined) continue
      await appendFile(journal, `${key}\n`)
      done.add(key)
      counts.copied += 1
      counts.bytes += bytes
      onCopied?.(counts)
    }
  }
  const results = await Promise.allSettled(Array.from({ length: parallel }, copyNext))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Copies one object and returns its size in bytes, or undefined if it does not exist. */
export async function copyObject(from: ObjectStore, to: ObjectStore, key: string): Promise<number | undefined> {
  const source = await from.get(key)
  if (source === undefined) return undefined
  const bytes = await readAll(source.body)
  await to.put(key, bytes)
  const copy = await to.get(key)
  const isSame = copy !== undefined && hashOf(await readAll(copy.body)) === hashOf(bytes)
  if (!isSame) throw new Error(`复制后的 ${key} 与原来的不同，已停下；原来的没有动。请检查目标存储，再运行一次。`)
  return bytes.length
}

async function readAll(body: Readable): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>))
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
