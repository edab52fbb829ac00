import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A whole answer, the same for everybody. */
export interface CachedAnswer {
  status: number
  headers: Record<string, string>
  etag: string
  /** Compressed, with the length of the body itself; one buffer where compression saves nothing, as for pictures. */
  body: Buffer | { br: Buffer; gzip: Buffer; length: number }
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

interface Entry {
  answer: CachedAnswer
  topics: ReadonlySet<string>
}

/**
 * Answers kept whole and compressed until something they were made from changes.
 * An answer under way while one of its topics changes is not kept: it may have read what was there before.
 */
export class PageCache {
  #pages: LRUCache<string, Entry>
  #variants: LRUCache<string, Entry>
  #keysByTopic = new Map<string, Set<string>>()
  #droppedAt = new Map<string, number>()
  #clock = 0
  #changedAt = 0
  #clearedAt = 0
  #isDeaf = false

  constructor(maxBytes: number) {
    const dispose = (entry: Entry, key: string) => this.#forget(key, entry)
    this.#pages = new LRUCache({ maxSize: maxBytes * 0.75, sizeCalculation: sizeOf, dispose })
    this.#variants = new LRUCache({ maxSize: maxBytes * 0.25, sizeCalculation: sizeOf, dispose })
  }

  get size() {
    return this.#pages.size + this.#variants.size
  }

  find(key: string): CachedAnswer | undefined {
    return this.#isDeaf ? undefined : this.#storeOf(key).get(key)?.answer
  }

  /** To be called before an answer reads anything; goes to `keep` with what was made. */
  begin(): number {
    return ++this.#clock
  }

  keep(key: string, answer: CachedAnswer, topics: ReadonlySet<string>, begun: number) {
    const isStale = this.#clearedAt > begun || [...topics].some((topic) => (this.#droppedAt.get(topic) ?? 0) > begun)
    if (this.#isDeaf || isStale) return
    this.#storeOf(key).set(key, { answer, topics })
    for (const topic of topics) this.#keysOf(topic).add(key)
  }

  drop(topics: string[]) {
    const now = (this.#changedAt = ++this.#clock)
    for (const topic of topics) {
      this.#droppedAt.set(topic, now)
      for (const key of this.#keysByTopic.get(topic) ?? []) this.#storeOf(key).delete(key)
    }
    if (this.#droppedAt.size <= 10_000) return
    // Instead of remembering each topic, nothing that is under way now is kept.
    this.#clearedAt = now
    this.#droppedAt.clear()
  }

  clear() {
    this.#clearedAt = this.#changedAt = ++this.#clock
    this.#droppedAt.clear()
    this.#pages.clear()
    this.#variants.clear()
  }

  /** Whether anything at all changed after this moment. */
  hasChangedSince(begun: number): boolean {
    return this.#changedAt > begun
  }

  /** While changes cannot be heard nothing is kept and nothing kept is used. */
  setDeaf(isDeaf: boolean) {
    this.#isDeaf = isDeaf
    this.clear()
  }

  /** Filtered pages and tiles are without number; whoever asks for many crowds out only others of their kind. */
  #storeOf(key: string) {
    return key.includes('?') || key.startsWith('/tiles/') ? this.#variants : this.#pages
  }

  #keysOf(topic: string) {
    let keys = this.#keysByTopic.get(topic)
    if (keys === undefined) this.#keysByTopic.set(topic, (keys = new Set()))
    return keys
  }

  #forget(key: string, { topics }: Entry) {
    for (const topic of topics) {
      const keys = this.#keysByTopic.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTopic.delete(topic)
    }
  }
}

function sizeOf({ answer }: Entry, key: string) {
  const { body } = answer
  return key.length * 2 + (Buffer.isBuffer(body) ? body.length : body.br.length + body.gzip.length) + 2000
}

/** Compresses once, for all who will ask. Pictures other than SVG do not get smaller. */
export function toCachedAnswer({ status, headers, body }: Answer): CachedAnswer {
  const plain = Buffer.from(body)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  if (!/text|json|xml|javascript|manifest|vector-tile/.test(headers['content-type'] ?? '')) {
    return { status, headers, etag, body: toExactSize(plain) }
  }
  const br = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
  return {
    status,
    headers,
    etag,
    body: { br: toExactSize(br), gzip: toExactSize(gzipSync(plain)), length: plain.length },
  }
}

/** A compressor's answer lies in a buffer of 16 kB or more however short it is; what is kept for long has its own. */
function toExactSize(bytes: Buffer): Buffer {
  const exact = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(exact)
  return exact
}
