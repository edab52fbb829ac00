import type { FastifyInstance } from 'fastify'
import { hash, timingSafeEqual } from 'node:crypto'
import type { SiteMetrics } from './site-metrics.ts'

/**
 * Mounts `/metrics` for Prometheus, which must send the operator's token as `authorization: Bearer …`. Every request to
 * the site that the page cache does not answer is counted from then on.
 */
export function mountMetrics(app: FastifyInstance, metrics: SiteMetrics, token: string) {
  const expected = digest(`Bearer ${token}`)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    metrics.recordAnswer({ route, method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    const isAllowed = timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
    if (!isAllowed) return reply.code(401).header('www-authenticate', 'Bearer').send('METRICS_TOKEN 不对\n')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/**
 * Hashes both tokens to the same length, because they can be compared in constant time only if their lengths are equal.
 */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
