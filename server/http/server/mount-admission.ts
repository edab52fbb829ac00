import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/contract/contract.ts'
import { failures } from '#shared/api/failure.ts'
import { type AdmissionLimit, busy } from '#server/http/limit/admission-limit.ts'
import { callerAddress } from './caller-address.ts'
import { isDisconnected, requireConnected } from './client-connection.ts'
import { wantsHtml } from './error-page.ts'
import { toFailureAnswer } from '#server/http/call/failure-answer.ts'
import type { SecurityHeaders } from './security-headers.ts'

/**
 * The URL paths of API calls that signed-in users must be able to make even when the site is overloaded. Each of these
 * calls runs a single database statement.
 */
const essentialCalls = [contract.auth.logout, contract.auth.loginStatus].map(({ path }) => apiPrefix + path)

/**
 * Requests that are exempt from the limit on concurrent requests: health probes, the stream of unread messages, and
 * cheap files, without which a page would be useless.
 */
const exempt = new RegExp(
  `^(/healthz|/readyz|${apiPrefix}/user/message/stream|${essentialCalls.join('|')}|` +
    '/assets/[^?]*|/[^/?]+\\.[a-z]+|/storage/[^?]*|/tiles/(base|relief|satellite|border)/[^?]*)(\\?|$)',
)

function isExempt({ method, url = '' }: { method?: string | undefined; url?: string | undefined }) {
  return exempt.test(url) && !(url.startsWith('/storage/') && method !== 'GET' && method !== 'HEAD')
}

/**
 * Returns whether a route sends a picture that the server draws, such as a generated cover or a map of places. Such
 * requests skip the limit on concurrent requests, because drawing has limits of its own
 * (server/http/server/picture-drawing.ts).
 */
const isDrawn = (route: string) => /^\/(share|cover|map|opds\/cover)\//.test(route)

/** Answers a request from the cache, even with a stale answer. Returns false when the cache has none. */
type AnswerStale = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Makes every request wait for capacity once its body is read and before any database query, even that of a rate limit.
 * A request releases its capacity when its answer is ready, so sending the answer to a slow client takes no capacity.
 * Uploads are the only requests whose body is read by the handler, so they have a limit of their own. Instead of a
 * refusal, a page or file gets the stale answer that the cache has for it, which `answerStale` sends.
 */
export function mountAdmission(
  app: FastifyInstance,
  { limit, uploadLimit }: { limit: AdmissionLimit; uploadLimit: AdmissionLimit },
  answerStale: AnswerStale,
) {
  const releaseOf = new WeakMap<FastifyRequest, () => void>()
  const release = (request: FastifyRequest) => {
    releaseOf.get(request)?.()
    releaseOf.delete(request)
  }
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    // The code recognises routes by their URL pattern, because the URL of a request may be percent-encoded.
    const { url: route = '' } = request.routeOptions
    if (isExempt(request) || isDrawn(route) || releaseOf.has(request)) return
    const applicableLimit = route.startsWith('/storage/') ? uploadLimit : limit
    let stopWaiting: () => void = () => undefined
    reply.raw.once('close', () => (stopWaiting(), release(request)))
    try {
      releaseOf.set(request, await applicableLimit.enter(callerAddress(request.ip), (stop) => (stopWaiting = stop)))
    } catch (error) {
      if (!answerStale(request.raw, reply.raw)) throw error
      reply.hijack()
      return
    }
    // The client may have disconnected just when capacity became available. Its request must then release the capacity
    // at once.
    if (isDisconnected(request)) release(request)
    requireConnected(request)
  }
  app.addHook('onRoute', (route) => {
    const { handler, preHandler = [] } = route
    route.preHandler = [enter, ...[preHandler].flat()]
    const work = async (server: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => {
      try {
        const answer: unknown = await handler.call(server, request, reply)
        // A Fastify handler may return undefined and send its answer itself. Fastify then expects the `reply` object as
        // result.
        return answer === undefined ? reply : answer
      } finally {
        release(request)
      }
    }
    route.handler = function (request, reply) {
      return releaseOf.has(request) ? work(this, request, reply) : handler.call(this, request, reply)
    }
  })
  app.addHook('onSend', async (request) => release(request))
  app.addHook('onClose', async () => (limit.stop(), uploadLimit.stop()))
}

interface RefusalParts {
  app: Pick<FastifyInstance, 'errorPage' | 'failureLog' | 'log'>
  security: SecurityHeaders
  requestId: string
}

/**
 * Refuses a request with status 503 while the limit on concurrent requests is full, before Fastify handles the request.
 * Returns false when the request must be handled. A refusal must be cheap, because an overloaded server would otherwise
 * spend its time on refusals.
 */
export function refuseWhenBusy(
  limit: AdmissionLimit,
  request: IncomingMessage,
  response: ServerResponse,
  partsOf: () => RefusalParts,
): boolean {
  if (!limit.isFull || isExempt(request)) return false
  const { app, security, requestId } = partsOf()
  const failure = busy()
  app.failureLog.record(app, failure, 'request refused')
  const isPage = wantsHtml({ url: request.url ?? '', headers: request.headers })
  const body = isPage ? app.errorPage(failure, requestId) : JSON.stringify(toFailureAnswer(failure, requestId))
  response
    .writeHead(failures[failure.kind].status, {
      ...security,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'retry-after': String(failure.data?.retryAfter),
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...(isPage ? { vary: 'Accept' } : {}),
    })
    .end(body)
  return true
}
