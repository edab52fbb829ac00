import type { FastifyInstance } from 'fastify'
import { hash, timingSafeEqual } from 'node:crypto'
import { fail } from '#shared/api/failure.ts'
import type { SiteMetrics } from './site-metrics.ts'

/** The number of requests with a wrong token that one IP address may send in a minute. */
const maxWrongTokens = 20

/**
 * Mounts `/metrics` for Prometheus, which must send the operator's token as `authorization: Bearer …`. Every request to
 * the site that the page cache does not answer is counted from then on. Wrong tokens never keep Prometheus out, which
 * may share its IP address with others.
 */
export function mountMetrics(app: FastifyInstance, metrics: SiteMetrics, token: string) {
  const expected = digest(`Bearer ${token}`)
  const countWrong = app.createRateLimit({ max: maxWrongTokens, timeWindow: 60_000 })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    metrics.recordAnswer({ route, method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    const isAllowed = timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
    if (!isAllowed) {
      const counted = await countWrong(request)
      if (!counted.isAllowed && counted.isExceeded)
        fail('tooMany', 'METRICS_TOKEN 错得太多了，请稍后再试', { retryAfter: counted.ttlInSeconds })
      return reply.code(401).header('www-authenticate', 'Bearer').send('METRICS_TOKEN 不对\n')
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/**
 * Hashes both tokens to the same length, because they can be compared in constant time only if their lengths are equal.
 */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
