import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '#shared/api/failure.ts'
import { type ProviderAnswer, ProviderError } from './fetch-from-provider.ts'
import type { Content } from './provider-content.ts'
import { type Freshness, freshnessOf } from './provider-freshness.ts'

/** An answer of the map provider in the cache. */
export interface CachedAnswer extends Freshness {
  /** The content of the map provider's answer; null if the provider has nothing at this URL. */
  content: Content | null
  etag: string
}
interface ProviderQuery {
  /** Sends the request to the map provider. The given headers ask whether a cached answer has changed. */
  send(conditions: Record<string, string>): Promise<ProviderAnswer>
  toContent(answer: ProviderAnswer): Promise<Content>
  /**
   * The number of seconds for which an answer of the map provider may be cached if the provider does not name an expiry
   * time.
   */
  defaultSeconds: number
}

const maxPending = 128
/** An estimate of the memory that an entry of the cache takes besides its body and headers, in bytes. */
const entryBytes = 1000
const missingLifetimeMs = 600_000

/**
 * A cache of the map provider's answers. Concurrent requests for one key share a single request to the provider.
 * Answers are stored as long as the provider allows.
 */
export class ProviderCache {
  #cached: LRUCache<string, CachedAnswer>
  #pending = new Map<string, Promise<CachedAnswer>>()
  #pausedUntil = 0

  /** Creates a cache whose answers, with their headers, take at most the given number of bytes of memory. */
  constructor(bytes: number) {
    this.#cached = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ content, headers, conditions }) =>
        (content?.body.length ?? 0) + countBytes(headers) + countBytes(conditions) + entryBytes,
    })
  }

  find(key: string, query: ProviderQuery): Promise<CachedAnswer> {
    const cached = this.#cached.get(key)
    if (cached !== undefined && cached.freshUntil > Date.now()) return Promise.resolve(cached)
    const pending = this.#pending.get(key)
    if (pending !== undefined) return pending
    const renewal = this.#renew(key, cached, query).finally(() => this.#pending.delete(key))
    this.#pending.set(key, renewal)
    return renewal
  }

  async #renew(key: string, cached: CachedAnswer | undefined, query: ProviderQuery): Promise<CachedAnswer> {
    try {
      const pauseSeconds = Math.ceil((this.#pausedUntil - Date.now()) / 1000)
      if (pauseSeconds > 0) throw new ProviderError('asked for a pause', pauseSeconds)
      if (this.#pending.size >= maxPending) throw new ProviderError('has too many pending requests')
      const fresh = await this.#read(cached, query)
      if (fresh.mayBeStored) this.#cached.set(key, fresh)
      else this.#cached.delete(key)
      return fresh
    } catch (error) {
      if (cached?.mayBeStale) return cached
      throw unavailable(key, error)
    }
  }

  async #read(
    cached: CachedAnswer | undefined,
    { send, toContent, defaultSeconds }: ProviderQuery,
  ): Promise<CachedAnswer> {
    const answer = await send(cached?.conditions ?? {})
    if (answer.status === 304 && cached !== undefined) {
      // Status 304 from the provider confirms a cached answer: its age starts again, and the headers in the
      // confirmation replace the stored ones.
      const { age: _, ...stored } = cached.headers
      return { ...cached, ...freshnessOf({ ...stored, ...answer.headers }, defaultSeconds) }
    }
    if (answer.status === 200 && answer.body.length > 0) {
      const content = await toContent(answer)
      const etag = createHash('sha256').update(content.body).digest('base64url').slice(0, 22)
      return { content, etag, ...freshnessOf(answer.headers, defaultSeconds) }
    }
    if ([200, 204, 404, 410].includes(answer.status)) return missingAnswer()
    throw this.#refused(answer)
  }

  #refused({ status, headers }: ProviderAnswer): ProviderError {
    const seconds = Number(headers['retry-after'] ?? (status === 429 ? 10 : 0))
    const retryAfter = Math.min(Number.isFinite(seconds) ? seconds : 10, 60)
    if (retryAfter > 0) this.#pausedUntil = Date.now() + retryAfter * 1000
    return new ProviderError(`answered ${status}`, retryAfter || undefined)
  }
}

/** Returns the number of bytes of headers; Node decodes each byte of a header to one character. */
function countBytes(headers: IncomingHttpHeaders): number {
  return Object.entries(headers)
    .flat(2)
    .reduce((bytes, text = '') => bytes + text.length, 0)
}

function missingAnswer(): CachedAnswer {
  const freshUntil = Date.now() + missingLifetimeMs
  return { content: null, etag: '', headers: {}, conditions: {}, freshUntil, mayBeStored: true, mayBeStale: false }
}

/**
 * Converts an error of the map provider to a failure with a message for the user; the error is its cause, for the log.
 * Other errors are returned unchanged.
 */
export function unavailable(key: string, error: unknown): Failure {
  if (!(error instanceof ProviderError)) return error as Failure
  const cause = new Error(`map provider, ${key}: ${error.message}`)
  const data = error.retryAfter === undefined ? null : { retryAfter: error.retryAfter }
  return new Failure('unavailable', '外部地图暂时没有回应，请稍后再试', data, { cause })
}
