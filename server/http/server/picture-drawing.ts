import type { FastifyRequest } from 'fastify'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { callerAddress } from './caller-address.ts'
import type { DependsOn } from './public-answers.ts'
import { ConcurrencyLimit } from '#server/engines/concurrency-limit.ts'

/**
 * Limits how many pictures are drawn at the same time: the preview images of shared links and the JPEG covers for
 * e-readers, including the database queries for them. The image library sharp occupies, for up to a second, a thread of
 * the pool that also reads files and hashes passwords, and an e-reader requests all covers of a page at once.
 */
export const pictureDrawing = new ConcurrencyLimit({
  running: 1,
  waiting: 32,
  busyMessage: '现在要看图片的人很多，请过一会儿再试',
})

/**
 * Rate limit for the preview images of shared links, per IP address and minute. Drawing one image takes up to a second.
 */
export const sharePictureLimit = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }

/**
 * Limits how many covers and maps of places are drawn at the same time. A browser requests all covers of a list at
 * once, and the first visit to a new site finds none of them in the cache. Many requests may therefore wait, and
 * requests of different clients are served in turn.
 */
const coverDrawing = new ConcurrencyLimit({
  running: 1,
  waiting: 256,
  busyMessage: '现在要看图片的人很多，请过一会儿再试',
})

/**
 * Wraps the function that answers a request for a path under `/share/`, `/cover/` or `/map/`, so that pictures are
 * drawn one at a time, alternating between clients. For other paths, the function `make` is returned unchanged.
 */
export function limitDrawing(path: string, request: FastifyRequest, make: (dependsOn: DependsOn) => Promise<Answer>) {
  const limit = path.startsWith('/share/') ? pictureDrawing : /^\/(cover|map)\//.test(path) ? coverDrawing : undefined
  if (limit === undefined) return make
  const caller = { name: callerAddress(request.ip) }
  return (dependsOn: DependsOn) => limit.run(() => make(dependsOn), caller)
}
