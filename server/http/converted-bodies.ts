import { LRUCache } from 'lru-cache'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { CachedAnswer } from '#server/cache/page-cache.ts'

const decompress = promisify(gunzip)

/**
 * A cache of decompressed response bodies, at most 2 MiB, for the few clients that do not accept compressed responses.
 * Decompression runs outside the event loop, so that such a client costs about as much as any other.
 */
const bodies = new LRUCache<CachedAnswer, Buffer>({ maxSize: 2 * 1024 * 1024, sizeCalculation: (body) => body.length })
const pending = new WeakMap<CachedAnswer, Promise<Buffer>>()

/**
 * Returns the body of a response that is cached in compressed form: the decompressed body if it is cached too,
 * otherwise a promise of it that all concurrent callers share.
 */
export function plainBodyOf(answer: CachedAnswer, gzip: Buffer): Buffer | Promise<Buffer> {
  const known = bodies.get(answer) ?? pending.get(answer)
  if (known !== undefined) return known
  const decompressed = decompress(gzip).then((body) => {
    pending.delete(answer)
    bodies.set(answer, body)
    return body
  })
  pending.set(answer, decompressed)
  return decompressed
}
