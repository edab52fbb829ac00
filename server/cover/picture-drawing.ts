import type { FastifyRequest } from 'fastify'
import type { Answer } from '#server/cache/page-cache.ts'
import { callerAddress } from '#server/http/caller-address.ts'
import type { DependsOn } from '#server/http/public-answers.ts'
import { ConcurrencyLimit } from '#server/limit/concurrency-limit.ts'

/**
 * Bounds the drawing of share pictures and of covers for e-readers, together with what is read for them. sharp takes a thread of
 * the pool that also reads files and hashes passwords, for up to a second. A page of an e-reader asks for all its covers at once.
 */
export const pictureDrawing = new ConcurrencyLimit({
  running: 1,
  waiting: 32,
  busyMessage: '现在要看图片的人很多，请过一会儿再试',
})

/** The rate limit of share pictures, per caller and minute: drawing one takes up to a second. */
export const sharePictureLimit = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }

/** Draws share pictures one at a time, alternating between callers; other paths run at once. */
export function inTurn(path: string, request: FastifyRequest, make: (dependsOn: DependsOn) => Promise<Answer>) {
  if (!path.startsWith('/share/')) return make
  const caller = { name: callerAddress(request.ip) }
  return (dependsOn: DependsOn) => pictureDrawing.run(() => make(dependsOn), caller)
}
