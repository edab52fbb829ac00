import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { RequestFrequency } from '#server/limit/request-frequency.ts'

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
  /** False for an answer that goes without a part that could not be had; it is sent, and not stored. */
  isWhole?: boolean
}

interface Entry {
  answer: CachedAnswer
  topics: ReadonlySet<string>
  /** The period of uninterrupted listening in which it was made; in any later one it is stale. */
  period: number
}

/**
 * Stores answers whole and compressed until something they were made from changes. An answer under way while one of its
 * topics changes is not stored: it may have read what was there before.
 * While changes cannot be heard, and afterwards, the answers stored before are stale: `find` does not return them, and
 * `findStale` does, for when nothing better can be had.
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
  #period = 0
  #frequency = new RequestFrequency()

  constructor(maxBytes: number) {
    const dispose = (entry: Entry, key: string) => this.#forget(key, entry)
    this.#pages = new LRUCache({ maxSize: maxBytes * 0.75, sizeCalculation: sizeOf, dispose })
    this.#variants = new LRUCache({ maxSize: maxBytes * 0.25, sizeCalculation: sizeOf, dispose })
  }

  get size() {
    return this.#pages.size + this.#variants.size
  }

  find(key: string): CachedAnswer | undefined {
    const entry = this.#isDeaf ? undefined : this.#storeOf(key).get(key)
    return entry?.period === this.#period ? entry.answer : undefined
  }

  /** Returns the answer last stored under a key, even if it is stale. */
  findStale(key: string): CachedAnswer | undefined {
    return this.#storeOf(key).get(key)?.answer
  }

  /** Counts a request, once for each: a full cache stores an answer only if it is requested more than what it displaces. */
  note(key: string) {
    this.#frequency.note(key)
  }

  /** To be called before an answer reads anything; goes to `keep` with what was made. */
  begin(): number {
    return ++this.#clock
  }

  keep(key: string, answer: CachedAnswer, topics: ReadonlySet<string>, begun: number) {
    const isStale = this.#clearedAt > begun || [...topics].some((topic) => (this.#droppedAt.get(topic) ?? 0) > begun)
    const entry = { answer, topics, period: this.#period }
    if (this.#isDeaf || isStale || !this.#isAdmitted(key, entry)) return
    this.#storeOf(key).set(key, entry)
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

  /** Whether anything at all changed after this moment. */
  hasChangedSince(begun: number): boolean {
    return this.#changedAt > begun
  }

  /** Tells whether changes are heard. While they are not, nothing is stored; all that is stored becomes stale. */
  setDeaf(isDeaf: boolean) {
    this.#isDeaf = isDeaf
    this.#period++
    this.#clearedAt = this.#changedAt = ++this.#clock
    this.#droppedAt.clear()
  }

  /** Whether there is room for an entry, or it is requested more often than each entry that would make room for it. */
  #isAdmitted(key: string, entry: Entry): boolean {
    const store = this.#storeOf(key)
    let missing = store.calculatedSize + sizeOf(entry, key) - store.maxSize
    if (missing <= 0) return true
    const frequency = this.#frequency.of(key)
    for (const victim of store.rkeys()) {
      const old = store.peek(victim)
      if (old === undefined || (victim !== key && this.#frequency.of(victim) >= frequency)) return false
      missing -= sizeOf(old, victim)
      if (missing <= 0) return true
    }
    return false
  }

  /** Filters and tiles come in endless combinations; they crowd out only others of their kind. */
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
