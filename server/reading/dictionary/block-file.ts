import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The first key of a block, its position in the file and its length in bytes. */
type Block = [firstKey: string, start: number, length: number]

const unpack = promisify(inflateRaw)
const blockLength = 24_000

/**
 * A file of key-value pairs in the order of their keys, in compressed blocks with an index before them. Only the index
 * is in memory, and a look-up reads and unpacks one block, so that a dictionary of many megabytes costs little memory.
 */
export class BlockFile<T> {
  readonly #path: string
  #index: Promise<{ blocks: Block[]; start: number }> | undefined
  readonly #recent = new LRUCache<number, Promise<Map<string, T>>>({ max: 8 })

  /** Stores only the path of the file, which is read at the first look-up. */
  constructor(path: string) {
    this.#path = path
  }

  /** Returns the value of a key; undefined if the file does not have the key. Throws if the file cannot be read. */
  async find(key: string): Promise<T | undefined> {
    this.#index ??= readIndex(this.#path)
    const { blocks, start } = await this.#index
    const at = blocks.findLastIndex(([firstKey]) => firstKey <= key)
    const block = blocks[at]
    if (block === undefined) return undefined
    const entries = this.#recent.get(at) ?? readBlock<T>(this.#path, start + block[1], block[2])
    this.#recent.set(at, entries)
    entries.catch(() => this.#recent.delete(at))
    return (await entries).get(key)
  }
}

async function readIndex(path: string) {
  const file = await readFile(path)
  const length = file.readUInt32BE(0)
  const blocks = JSON.parse(inflateRawSync(file.subarray(4, 4 + length)).toString()) as Block[]
  return { blocks, start: 4 + length }
}

async function readBlock<T>(path: string, position: number, length: number): Promise<Map<string, T>> {
  const file = await open(path)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(length), position })
    return new Map(JSON.parse((await unpack(buffer)).toString()) as [string, T][])
  } finally {
    await file.close()
  }
}

/** Returns the bytes of the file that `BlockFile` reads. */
export function packBlocks<T>(values: ReadonlyMap<string, T>): Buffer {
  const entries = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const index: Block[] = []
  const packed: Buffer[] = []
  let block: string[] = []
  let length = 0
  let first = ''
  let start = 0
  const finish = () => {
    if (block.length === 0) return
    const bytes = deflateRawSync(`[${block.join(',')}]`, { level: 9 })
    index.push([first, start, bytes.length])
    packed.push(bytes)
    start += bytes.length
    block = []
    length = 0
  }
  for (const [key, value] of entries) {
    if (block.length === 0) first = key
    const text = JSON.stringify([key, value])
    block.push(text)
    length += text.length
    if (length > blockLength) finish()
  }
  finish()
  const head = deflateRawSync(JSON.stringify(index), { level: 9 })
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  return Buffer.concat([size, head, ...packed])
}
