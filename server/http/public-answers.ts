import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { toFailure } from '#server/call/failure-answer.ts'
import { type Answer, type CachedAnswer, type PageCache, toCachedAnswer } from '#server/cache/page-cache.ts'
import type { Topic } from '#server/cache/topics.ts'
import { sendCached } from './send-cached.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Names what an answer is made from. */
export type DependsOn = (...topics: Topic[]) => void
type Make = (dependsOn: DependsOn) => Promise<Answer>

interface Options {
  isKept?: boolean
  /** Also stores answers that say that something is missing or wrong, for keys of which there is a bounded number. */
  keepsRefusals?: boolean
}

/** Milliseconds after which a stale answer is better than waiting on for a database that does not answer. */
const patience = 2000
/** Milliseconds for which stale answers are sent at once, after one could not be made anew. */
const outage = 1000

/**
 * Serves what is the same for everybody: from the cache, or made now and stored.
 * When an answer cannot be made because the database is away, the last one stored is sent, marked as stale.
 */
export class PublicAnswers {
  #cache: PageCache
  #security: SecurityHeaders
  #underWay = new Map<string, { begun: number; answer: Promise<CachedAnswer> }>()
  #awayUntil = 0

  constructor(cache: PageCache, security: SecurityHeaders) {
    this.#cache = cache
    this.#security = security
  }

  /** Whether an answer was ever stored under this key, stale or not. */
  knows(key: string): boolean {
    return this.#cache.findStale(key) !== undefined
  }

  /** Whether an answer can be sent at once, without making it. */
  isReady(key: string): boolean {
    return this.#cache.find(key) !== undefined || (this.#isAway() && this.knows(key))
  }

  /** `key` is the canonical address. Answers of other statuses than 200 are not stored unless the options say so. */
  async send(key: string, request: FastifyRequest, reply: FastifyReply, make: Make, options: Options = {}) {
    this.#cache.note(key)
    const answer = this.#cache.find(key) ?? (await this.#makeOrStale(key, make, options))
    reply.hijack()
    sendCached(answer, this.#security, request.raw, reply.raw)
  }

  #isAway() {
    return performance.now() < this.#awayUntil
  }

  async #makeOrStale(key: string, make: Make, options: Options): Promise<CachedAnswer> {
    const stale = this.#cache.findStale(key)
    if (stale === undefined) return this.#makeOnce(key, make, options)
    if (this.#isAway()) return marked(stale)
    const made = await Promise.race([
      this.#makeOnce(key, make, options).catch((error: unknown) => {
        if (toFailure(error).kind === 'unavailable') return undefined
        throw error
      }),
      wait(patience, undefined, { ref: false }),
    ])
    if (made !== undefined && made.status !== 503) return made
    this.#awayUntil = performance.now() + outage
    return marked(stale)
  }

  /** Concurrent requests for the same answer share one making of it, unless something changed since that began. */
  #makeOnce(key: string, make: Make, options: Options): Promise<CachedAnswer> {
    const under = this.#underWay.get(key)
    if (under !== undefined && !this.#cache.hasChangedSince(under.begun)) return under.answer
    const begun = this.#cache.begin()
    const answer = this.#make(key, make, begun, options).finally(() => {
      if (this.#underWay.get(key)?.begun === begun) this.#underWay.delete(key)
    })
    this.#underWay.set(key, { begun, answer })
    return answer
  }

  async #make(key: string, make: Make, begun: number, { isKept = true, keepsRefusals = false }: Options) {
    const topics = new Set<string>()
    const { isWhole = true, ...answer } = await make((...read) => read.forEach((topic) => topics.add(topic)))
    const made = toCachedAnswer(answer)
    const isStorable = isKept && isWhole
    const isRefusal = made.status === 400 || made.status === 404
    if (isStorable && (made.status === 200 || (keepsRefusals && isRefusal))) this.#cache.keep(key, made, topics, begun)
    return made
  }
}

/** Says, as RFC 9211 has it, that this answer is an old one because a new one could not be had. */
function marked(answer: CachedAnswer): CachedAnswer {
  return { ...answer, headers: { ...answer.headers, 'cache-status': 'zhitu; fwd=stale; fwd-status=503' } }
}
