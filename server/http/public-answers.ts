import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type CachedAnswer, type PageCache, toCachedAnswer } from './page-cache.ts'
import { sendCached } from './send-cached.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Names what an answer is made from. */
export type Reads = (...topics: string[]) => void
type Make = (reads: Reads) => Promise<Answer>

/** Serves what is the same for everybody: from the cache, or made now and kept. */
export class PublicAnswers {
  #cache: PageCache
  #security: SecurityHeaders
  #underWay = new Map<string, { begun: number; answer: Promise<CachedAnswer> }>()

  constructor(cache: PageCache, security: SecurityHeaders) {
    this.#cache = cache
    this.#security = security
  }

  /** `key` is the canonical address; only answers with status 200 are kept, or anybody could fill the cache with misses. */
  async send(key: string, request: FastifyRequest, reply: FastifyReply, make: Make, { isKept = true } = {}) {
    const answer = this.#cache.find(key) ?? (await this.#makeOnce(key, make, isKept))
    reply.hijack()
    sendCached(answer, this.#security, request.raw, reply.raw)
  }

  /** Many who ask for the same at once wait for one making of it, unless something changed since that began. */
  #makeOnce(key: string, make: Make, isKept: boolean): Promise<CachedAnswer> {
    const under = this.#underWay.get(key)
    if (under !== undefined && !this.#cache.hasChangedSince(under.begun)) return under.answer
    const begun = this.#cache.begin()
    const answer = this.#make(key, make, begun, isKept).finally(() => {
      if (this.#underWay.get(key)?.begun === begun) this.#underWay.delete(key)
    })
    this.#underWay.set(key, { begun, answer })
    return answer
  }

  async #make(key: string, make: Make, begun: number, isKept: boolean) {
    const topics = new Set<string>()
    const made = toCachedAnswer(await make((...read) => read.forEach((topic) => topics.add(topic))))
    if (made.status === 200 && isKept && made.headers['cache-control'] !== 'no-store')
      this.#cache.keep(key, made, topics, begun)
    return made
  }
}
