import { LRUCache } from 'lru-cache'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { CachedAnswer } from '#server/cache/page-cache.ts'

const decompress = promisify(gunzip)

/**
 * Decompressed bodies of cached answers, for the few clients that accept no encoding. The last 2 MiB of them stay in
 * memory, and decompression runs outside the event loop, so that such a client costs about as much as any other.
 */
const bodies = new LRUCache<CachedAnswer, Buffer>({ maxSize: 2 * 1024 * 1024, sizeCalculation: (body) => body.length })
const underWay = new WeakMap<CachedAnswer, Promise<Buffer>>()

/** The body at once where it is known, otherwise a promise that all concurrent callers share. */
export function plainBodyOf(answer: CachedAnswer, gzip: Buffer): Buffer | Promise<Buffer> {
  const known = bodies.get(answer) ?? underWay.get(answer)
  if (known !== undefined) return known
  const made = decompress(gzip).then((body) => {
    underWay.delete(answer)
    bodies.set(answer, body)
    return body
  })
  underWay.set(answer, made)
  return made
}
