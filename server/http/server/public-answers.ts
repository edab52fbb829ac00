import type { FastifyReply, FastifyRequest } from 'fastify'
import { toFailure } from '#server/http/call/failure-answer.ts'
import { ConcurrentCalls } from '#server/platform/cache/concurrent-calls.ts'
import { type Answer, type CachedAnswer, type PageCache, toCachedAnswer } from '#server/platform/cache/page-cache.ts'
import type { Compression } from '#server/platform/cache/compress-body.ts'
import type { Topic } from '#server/platform/cache/topics.ts'
import { chooseCompression, markStale, sendCached } from './send-cached.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Declares the data that an answer depends on (topics). When it changes, the cached answer is invalidated. */
export type DependsOn = (...topics: Topic[]) => void
type Make = (dependsOn: DependsOn) => Promise<Answer>

interface Options {
  /** Whether the HTTP answer is stored in the cache; true by default. */
  isStored?: boolean
  /**
   * Whether HTTP answers with status 400 and 404 are cached too. Use this only where the number of cache keys is
   * bounded.
   */
  storesErrors?: boolean
}

/** How an answer is computed, and in which encoding it is compressed. */
interface Computation extends Options {
  make: Make
  compression: Compression
}

/**
 * Milliseconds to wait until a new answer is computed. After this time the database is pinged, and if it does not
 * answer within `pingTimeoutMs`, a stale answer is sent from the cache.
 */
const answerTimeoutMs = 2000
const pingTimeoutMs = 1000
/**
 * After an answer could not be computed, stale answers are sent without another attempt for this number of
 * milliseconds.
 */
const outageMs = 1000

/**
 * Serves answers that are the same for all users: from the cache, or computed and then stored. When an answer cannot be
 * computed during a database outage, the last stored one is sent and marked as stale.
 */
export class PublicAnswers {
  #cache: PageCache
  #security: SecurityHeaders
  #pending: ConcurrentCalls<CachedAnswer>
  #ping: () => Promise<void>
  #databaseAwayUntil = 0
  /** Logical time of the cache at which the database was last found to be unavailable. */
  #databaseAwaySince = 0

  /**
   * `ping` asks the database for an answer on the connection that receives the invalidations. It resolves when the
   * database has answered, or when the cache knows that the connection is lost.
   */
  constructor(cache: PageCache, security: SecurityHeaders, ping: () => Promise<void>) {
    this.#cache = cache
    this.#ping = ping
    this.#pending = new ConcurrentCalls(cache)
    this.#security = security
  }

  /** Returns whether the cache has an answer for this key, even a stale one. */
  hasStored(key: string): boolean {
    return this.#cache.findStale(key) !== undefined
  }

  /** Returns whether the answer for this key can be sent from the cache, without computing it. */
  isReady(key: string): boolean {
    return this.#cache.find(key) !== undefined || (this.#isDatabaseAway() && this.hasStored(key))
  }

  /**
   * Sends the answer from the cache, or computes and stores it. `key` is the canonical URL of the answer. Only answers
   * with status 200 are stored unless the options say otherwise.
   */
  async send(key: string, request: FastifyRequest, reply: FastifyReply, make: Make, options: Options = {}) {
    this.#cache.recordRequest(key)
    const compression = chooseCompression(request.headers['accept-encoding'])
    const answer = this.#cache.find(key) ?? (await this.#computeOrStale(key, { make, compression, ...options }))
    reply.hijack()
    sendCached(answer, this.#security, request.raw, reply.raw)
  }

  /**
   * Returns whether the database still counts as unavailable after a failure. An invalidation that has arrived since
   * shows that it answers again.
   */
  #isDatabaseAway() {
    return performance.now() < this.#databaseAwayUntil && !this.#cache.hasChangedSince(this.#databaseAwaySince)
  }

  /**
   * Computes an answer, or returns the stored one, marked as stale, if the database is unavailable. The stored answer
   * is looked up only when it is needed, because an invalidation may delete it while the new one is being computed.
   */
  async #computeOrStale(key: string, computation: Computation): Promise<CachedAnswer> {
    if (!this.hasStored(key)) return this.#computeOnce(key, computation)
    if (!this.#isDatabaseAway()) {
      const answer = this.#computeOnce(key, computation)
      if (await this.#isAnswered(answer)) return answer
      this.#databaseAwaySince = this.#cache.start()
      this.#databaseAwayUntil = performance.now() + outageMs
    }
    const stale = this.#cache.findStale(key)
    return stale === undefined ? this.#computeOnce(key, computation) : markStale(stale)
  }

  /**
   * Waits for an answer that is being computed. Resolves to false when it fails or is slow because the database is
   * unavailable.
   */
  async #isAnswered(answer: Promise<CachedAnswer>): Promise<boolean> {
    const isAnswered = answer.then(
      ({ status }) => status !== 503,
      (error: unknown) => toFailure(error).kind !== 'unavailable',
    )
    for (;;) {
      const found = await Promise.race([isAnswered, wait(answerTimeoutMs, undefined)])
      if (found !== undefined) return found
      if (!(await this.#isDatabaseThere())) return false
    }
  }

  async #isDatabaseThere(): Promise<boolean> {
    const isAnswered = this.#ping().then(() => !this.#cache.isDisconnected)
    return Promise.race([isAnswered, wait(pingTimeoutMs, false)])
  }

  /** Returns an object with which concurrent answers share a computation of data that they have in common. */
  shareCalls<T>(): ConcurrentCalls<T> {
    return new ConcurrentCalls(this.#cache)
  }

  #computeOnce(key: string, computation: Computation): Promise<CachedAnswer> {
    return this.#pending.run(key, (startedAt) => this.#compute(key, startedAt, computation))
  }

  async #compute(key: string, startedAt: number, computation: Computation) {
    const { make, compression, isStored = true, storesErrors = false } = computation
    const topics = new Set<string>()
    const { isWhole = true, ...answer } = await make((...read) => read.forEach((topic) => topics.add(topic)))
    const cached = toCachedAnswer(answer, compression)
    const isStorable = isStored && isWhole
    const isError = cached.status === 400 || cached.status === 404
    if (isStorable && (cached.status === 200 || (storesErrors && isError)))
      this.#cache.store(key, cached, topics, startedAt)
    return cached
  }
}

/** Resolves to a value after a time. The timer does not keep the process alive. */
function wait<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((done) => void setTimeout(() => done(value), milliseconds).unref())
}
