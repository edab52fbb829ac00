import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { Failure } from '#shared/api/failure.ts'
import { type ProviderAnswer, ProviderError } from './fetch-from-provider.ts'
import type { Content } from './provider-content.ts'
import { type Freshness, freshnessOf } from './provider-freshness.ts'

/** One answer of the provider. */
export interface Kept extends Freshness {
  /** Null if the provider has nothing at this address. */
  content: Content | null
  etag: string
}
export interface Asking {
  ask(conditions: Record<string, string>): Promise<ProviderAnswer>
  toContent(answer: ProviderAnswer): Promise<Content>
  /** Seconds it is kept where the provider does not say. */
  keptFor: number
}

const maxUnderWay = 128
const missingFor = 600_000

/** Answers of the provider: asked for once however many want them, and kept as long as it allows. */
export class ProviderCache {
  #kept: LRUCache<string, Kept>
  #underWay = new Map<string, Promise<Kept>>()
  #quietUntil = 0

  constructor(bytes: number) {
    this.#kept = new LRUCache({ maxSize: bytes, sizeCalculation: ({ content }) => (content?.body.length ?? 0) + 1000 })
  }

  find(key: string, asking: Asking): Promise<Kept> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.freshUntil > Date.now()) return Promise.resolve(kept)
    const under = this.#underWay.get(key)
    if (under !== undefined) return under
    const renewed = this.#renew(key, kept, asking).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, renewed)
    return renewed
  }

  async #renew(key: string, kept: Kept | undefined, asking: Asking): Promise<Kept> {
    try {
      const quietFor = Math.ceil((this.#quietUntil - Date.now()) / 1000)
      if (quietFor > 0) throw new ProviderError('wants to be left alone', quietFor)
      if (this.#underWay.size >= maxUnderWay) throw new ProviderError('has more questions open than it answers')
      const fresh = await this.#read(kept, asking)
      if (fresh.mayBeStored) this.#kept.set(key, fresh)
      else this.#kept.delete(key)
      return fresh
    } catch (error) {
      if (kept?.mayBeStale) return kept
      throw unavailable(key, error)
    }
  }

  async #read(kept: Kept | undefined, { ask, toContent, keptFor }: Asking): Promise<Kept> {
    const answer = await ask(kept?.conditions ?? {})
    if (answer.status === 304 && kept !== undefined) {
      // A confirmation starts the age anew and replaces the headers it repeats.
      const { age: _, ...stored } = kept.headers
      return { ...kept, ...freshnessOf({ ...stored, ...answer.headers }, keptFor) }
    }
    if (answer.status === 200 && answer.body.length > 0) {
      const content = await toContent(answer)
      const etag = createHash('sha256').update(content.body).digest('base64url').slice(0, 22)
      return { content, etag, ...freshnessOf(answer.headers, keptFor) }
    }
    if ([200, 204, 404, 410].includes(answer.status)) return nothing()
    throw this.#refused(answer)
  }

  #refused({ status, headers }: ProviderAnswer): ProviderError {
    const asked = Number(headers['retry-after'] ?? (status === 429 ? 10 : 0))
    const retryAfter = Math.min(Number.isFinite(asked) ? asked : 10, 60)
    if (retryAfter > 0) this.#quietUntil = Date.now() + retryAfter * 1000
    return new ProviderError(`answered ${status}`, retryAfter || undefined)
  }
}

function nothing(): Kept {
  const freshUntil = Date.now() + missingFor
  return { content: null, etag: '', headers: {}, conditions: {}, freshUntil, mayBeStored: true, mayBeStale: false }
}

/** What is wrong with the provider is for the log, by our own name for the address; the reader is told to wait. */
export function unavailable(key: string, error: unknown): Failure {
  if (!(error instanceof ProviderError)) return error as Failure
  const cause = new Error(`map provider, ${key}: ${error.message}`)
  const data = error.retryAfter === undefined ? null : { retryAfter: error.retryAfter }
  return new Failure('unavailable', '外部地图暂时没有回应，请稍后再试', data, { cause })
}
