import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { toFailure } from '#server/call/failure-answer.ts'
import { ConcurrentCalls } from '#server/cache/concurrent-calls.ts'
import { type Answer, type CachedAnswer, type PageCache, toCachedAnswer } from '#server/cache/page-cache.ts'
import type { Compression } from '#server/cache/compress-body.ts'
import type { Topic } from '#server/cache/topics.ts'
import { chooseCompression, sendCached } from './send-cached.ts'
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
 * Milliseconds to wait until a new answer is computed. After this time a stale answer is sent from the cache instead.
 */
const answerTimeoutMs = 2000
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
  #databaseAwayUntil = 0

  constructor(cache: PageCache, security: SecurityHeaders) {
    this.#cache = cache
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

  #isDatabaseAway() {
    return performance.now() < this.#databaseAwayUntil
  }

  async #computeOrStale(key: string, computation: Computation): Promise<CachedAnswer> {
    const stale = this.#cache.findStale(key)
    if (stale === undefined) return this.#computeOnce(key, computation)
    if (this.#isDatabaseAway()) return markStale(stale)
    const answer = await Promise.race([
      this.#computeOnce(key, computation).catch((error: unknown) => {
        if (toFailure(error).kind === 'unavailable') return undefined
        throw error
      }),
      wait(answerTimeoutMs, undefined, { ref: false }),
    ])
    if (answer !== undefined && answer.status !== 503) return answer
    this.#databaseAwayUntil = performance.now() + outageMs
    return markStale(stale)
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

/** Adds the HTTP header that marks an answer as stale (RFC 9211), because a new one could not be computed. */
function markStale(answer: CachedAnswer): CachedAnswer {
  return { ...answer, headers: { ...answer.headers, 'cache-status': 'zhitu; fwd=stale; fwd-status=503' } }
}
