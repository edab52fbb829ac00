import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { callerAddress } from './caller-address.ts'

/**
 * Counts a request for a page that is not in the cache against the rate limit of the client's IP address. Fails as
 * `tooMany` above the limit.
 */
type CountMiss = (request: FastifyRequest) => Promise<void>

/**
 * Creates a rate limit for requests that cannot be answered from the cache: at most `max` per minute and IP address.
 */
export function missLimit(app: FastifyInstance, name: string, max: number): CountMiss {
  const keyGenerator = ({ ip }: FastifyRequest) => `${name} ${callerAddress(ip)}`
  const count = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      fail('tooMany', '操作太频繁了，请稍等一会儿再试', { retryAfter: counted.ttlInSeconds })
  }
}
