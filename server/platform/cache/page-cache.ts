import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RequestFrequency } from './request-frequency.ts'
import { compressBody, type CompressedBody, type Compression, toExactSize } from './compress-body.ts'

/** A complete HTTP answer that is the same for all visitors. */
export interface CachedAnswer {
  status: number
  headers: Record<string, string>
  etag: string
  /** The compressed response body; or the uncompressed one where compression saves nothing, as for photographs. */
  body: Buffer | CompressedBody
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** False when a part of the page is missing because of a failure. Such an answer is sent but not cached. */
  isWhole?: boolean
}

interface Entry {
  answer: CachedAnswer
  topics: ReadonlySet<string>
  /** Whether a topic of the answer was soft-invalidated, so that the answer may only be sent during an outage. */
  isStale: boolean
}

/**
 * Caches complete, compressed HTTP answers until a topic (the name of some data) they depend on is invalidated. An
 * answer that is being computed while one of its topics is invalidated is not stored, because it may have read old
 * data.
 *
 * A soft invalidation retains the answers as stale: `find` does not return them, and `findStale` does, for use during
 * an outage. All answers are stale while the database connection that receives the invalidations is lost. When it works
 * again they are deleted, because nobody knows which invalidations were missed.
 */
export class PageCache {
  #pages: LRUCache<string, Entry>
  #variants: LRUCache<string, Entry>
  #keysByTopic = new Map<string, Set<string>>()
  #invalidatedAt = new Map<string, number>()
  #softInvalidatedAt = new Map<string, number>()
  #clock = 0
  #changedAt = 0
  #clearedAt = 0
  #isDisconnected = false
  #answers = 0
  #evictions = 0
  #frequency = new RequestFrequency()

  constructor(maxBytes: number) {
    const dispose = (entry: Entry, key: string, reason: LRUCache.DisposeReason) => {
      if (reason === 'evict') this.#evictions += 1
      this.#removeTopics(key, entry)
    }
    this.#pages = new LRUCache({ maxSize: maxBytes * 0.75, sizeCalculation: sizeOf, dispose })
    this.#variants = new LRUCache({ maxSize: maxBytes * 0.25, sizeCalculation: sizeOf, dispose })
  }

  get size() {
    return this.#pages.size + this.#variants.size
  }

  /** The number of requests that were answered from the cache since the start of the process. */
  get answers(): number {
    return this.#answers
  }

  /** The number of answers that have left the full cache to make room for others since the start of the process. */
  get evictions(): number {
    return this.#evictions
  }

  find(key: string): CachedAnswer | undefined {
    const entry = this.#isDisconnected ? undefined : this.#entriesOf(key).get(key)
    return entry?.isStale === false ? entry.answer : undefined
  }

  /** Returns the answer that the cache holds under a key, even if it is stale. */
  findStale(key: string): CachedAnswer | undefined {
    return this.#entriesOf(key).get(key)?.answer
  }

  /**
   * Counts a request for a page. When the cache is full, a new answer is stored only if it is requested more often than
   * the answers it would displace.
   */
  recordRequest(key: string) {
    this.#frequency.record(key)
  }

  recordAnswer() {
    this.#answers += 1
  }

  /**
   * Returns the logical time at which the computation of an answer begins, which is passed to `store` later. Must be
   * called before the computation reads any data.
   */
  start(): number {
    return ++this.#clock
  }

  store(key: string, answer: CachedAnswer, topics: ReadonlySet<string>, startedAt: number) {
    if (this.#isDisconnected || this.#clearedAt > startedAt) return
    const isAnyLater = (times: Map<string, number>) => [...topics].some((topic) => (times.get(topic) ?? 0) > startedAt)
    if (isAnyLater(this.#invalidatedAt)) return
    const entry = { answer, topics, isStale: isAnyLater(this.#softInvalidatedAt) }
    if (!this.#isAdmitted(key, entry)) return
    this.#entriesOf(key).set(key, entry)
    for (const topic of topics) this.#keysOf(topic).add(key)
  }

  /** Deletes the answers that depend on one of the topics. */
  invalidate(topics: string[]) {
    this.#recordTimes(topics, this.#invalidatedAt)
    for (const topic of topics) for (const key of this.#keysByTopic.get(topic) ?? []) this.#entriesOf(key).delete(key)
  }

  /** Marks the answers that depend on one of the topics as stale. */
  softInvalidate(topics: string[]) {
    this.#recordTimes(topics, this.#softInvalidatedAt)
    for (const topic of topics)
      for (const key of this.#keysByTopic.get(topic) ?? []) {
        const entry = this.#entriesOf(key).peek(key)
        if (entry !== undefined) entry.isStale = true
      }
  }

  #recordTimes(topics: string[], times: Map<string, number>) {
    const now = (this.#changedAt = ++this.#clock)
    for (const topic of topics) times.set(topic, now)
    if (times.size <= 10_000) return
    // To bound memory, the times of all invalidations are forgotten once there are too many; every answer that is being
    // computed at that moment then counts as outdated.
    this.#clearedAt = now
    this.#invalidatedAt.clear()
    this.#softInvalidatedAt.clear()
  }

  /** Returns whether any cached answer was invalidated after the logical time `startedAt`. */
  hasChangedSince(startedAt: number): boolean {
    return this.#changedAt > startedAt
  }

  /** Whether the connection for invalidations is lost. */
  get isDisconnected(): boolean {
    return this.#isDisconnected
  }

  /**
   * Sets whether the connection for invalidations is lost. While it is lost, no answers are stored, and those stored
   * before are stale; they are deleted when it works again.
   */
  setDisconnected(isDisconnected: boolean) {
    this.#isDisconnected = isDisconnected
    this.#clearedAt = this.#changedAt = ++this.#clock
    this.#invalidatedAt.clear()
    this.#softInvalidatedAt.clear()
    if (isDisconnected) return
    this.#pages.clear()
    this.#variants.clear()
  }

  /** Returns whether a new cache entry fits, or is requested more often than each entry it would displace. */
  #isAdmitted(key: string, entry: Entry): boolean {
    const entries = this.#entriesOf(key)
    let missing = entries.calculatedSize + sizeOf(entry, key) - entries.maxSize
    if (missing <= 0) return true
    const frequency = this.#frequency.of(key)
    for (const victim of entries.rkeys()) {
      const old = entries.peek(victim)
      if (old === undefined || (victim !== key && this.#frequency.of(victim) >= frequency)) return false
      missing -= sizeOf(old, victim)
      if (missing <= 0) return true
    }
    return false
  }

  /**
   * Pages with query parameters and map tiles have very many URLs, so they share a separate part of the cache and
   * displace only each other.
   */
  #entriesOf(key: string) {
    return key.includes('?') || key.startsWith('/tiles/') ? this.#variants : this.#pages
  }

  #keysOf(topic: string) {
    let keys = this.#keysByTopic.get(topic)
    if (keys === undefined) this.#keysByTopic.set(topic, (keys = new Set()))
    return keys
  }

  #removeTopics(key: string, { topics }: Entry) {
    for (const topic of topics) {
      const keys = this.#keysByTopic.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTopic.delete(topic)
    }
  }
}

function sizeOf({ answer }: Entry, key: string) {
  const { body } = answer
  return key.length * 2 + (Buffer.isBuffer(body) ? body : body.bytes).length + 2000
}

/**
 * Compresses an HTTP answer for the cache, in the encoding that the first client accepts. Pictures other than SVG are
 * not compressed, because they would not get smaller.
 */
export function toCachedAnswer({ status, headers, body }: Answer, compression: Compression): CachedAnswer {
  const plain = Buffer.from(body)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const contentType = headers['content-type'] ?? ''
  const isCompressible = /text|json|xml|javascript|manifest|vector-tile/.test(contentType)
  return {
    status,
    headers,
    etag,
    body: isCompressible ? compressBody(plain, compression, contentType) : toExactSize(plain),
  }
}
