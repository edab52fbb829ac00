import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type PageCache, toCachedAnswer } from './page-cache.ts'
import { sendCached } from './send-cached.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Names what an answer is made from. */
export type Reads = (...topics: string[]) => void

/** Serves what is the same for everybody: from the cache, or made now and kept. */
export class PublicAnswers {
  #cache: PageCache
  #security: SecurityHeaders

  constructor(cache: PageCache, security: SecurityHeaders) {
    this.#cache = cache
    this.#security = security
  }

  /** `key` is the canonical URL; only answers with status 200 are kept, or anybody could fill the cache with misses. */
  async send(key: string, request: FastifyRequest, reply: FastifyReply, make: (reads: Reads) => Promise<Answer>) {
    const answer = this.#cache.find(key) ?? (await this.#make(key, make))
    reply.hijack()
    sendCached(answer, this.#security, request.raw, reply.raw)
  }

  async #make(key: string, make: (reads: Reads) => Promise<Answer>) {
    const begun = this.#cache.begin()
    const topics = new Set<string>()
    const made = toCachedAnswer(await make((...read) => read.forEach((topic) => topics.add(topic))))
    if (made.status === 200) this.#cache.keep(key, made, topics, begun)
    return made
  }
}
