import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/contract/contract.ts'
import { failures } from '#shared/api/failure.ts'
import { type AdmissionLimit, busy } from '#server/limit/admission-limit.ts'
import { callerAddress } from './caller-address.ts'
import { isClientGone, requireClient } from './client-gone.ts'
import { wantsHtml } from './error-page.ts'
import { toFailureAnswer } from '#server/call/failure-answer.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Small acts of logged-in readers that must not fail because others are many; each is one statement. */
const smallCalls = [contract.auth.logout, contract.auth.loginStatus].map(({ path }) => apiPrefix + path)

/**
 * Requests that never wait: health probes, the stream of unread messages, and files that cost next to nothing, without which
 * a page that was answered would be of no use.
 */
const free = new RegExp(
  `^(/healthz|/readyz|${apiPrefix}/user/message/stream|${smallCalls.join('|')}|` +
    '/assets/[^?]*|/[^/?]+\\.[a-z]+|/storage/[^?]*|/tiles/(base|relief|satellite|border)/[^?]*)(\\?|$)',
)

function isFree({ method, url = '' }: { method?: string | undefined; url?: string | undefined }) {
  return free.test(url) && !(url.startsWith('/storage/') && method !== 'GET' && method !== 'HEAD')
}

/** Pictures that are drawn with sharp wait for the `pictureDrawing` limit, and hold no place meanwhile. */
const isDrawn = (route: string) => route.startsWith('/share/') || route.startsWith('/opds/cover/')

/**
 * Lets every request wait for its place once its body is read and before anything is asked of the database, be it only how often
 * its address has called. A place is held until the answer is made; sending it to a slow client does not count.
 * Uploads are the only requests whose body is read afterwards, so they have a limit of their own.
 */
export function mountAdmission(app: FastifyInstance, limit: AdmissionLimit, uploadLimit: AdmissionLimit) {
  const leaveOf = new WeakMap<FastifyRequest, () => void>()
  const leave = (request: FastifyRequest) => {
    leaveOf.get(request)?.()
    leaveOf.delete(request)
  }
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    // An address may be percent-encoded; the route that it leads to is not.
    const { url: route = '' } = request.routeOptions
    if (isFree(request) || isDrawn(route) || leaveOf.has(request)) return
    const mine = route.startsWith('/storage/') ? uploadLimit : limit
    let stopWaiting: () => void = () => undefined
    reply.raw.once('close', () => (stopWaiting(), leave(request)))
    leaveOf.set(request, await mine.enter(callerAddress(request.ip), (stop) => (stopWaiting = stop)))
    // The client may have disconnected in the moment in which the place became free.
    if (isClientGone(request)) leave(request)
    requireClient(request)
  }
  app.addHook('onRoute', (route) => {
    const { handler, preHandler = [] } = route
    route.preHandler = [enter, ...[preHandler].flat()]
    const work = async (server: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => {
      try {
        const answer: unknown = await handler.call(server, request, reply)
        // A handler that ends with nothing has sent, or will send, its answer itself.
        return answer === undefined ? reply : answer
      } finally {
        leave(request)
      }
    }
    route.handler = function (request, reply) {
      return leaveOf.has(request) ? work(this, request, reply) : handler.call(this, request, reply)
    }
  })
  app.addHook('onSend', async (request) => leave(request))
  app.addHook('onClose', async () => (limit.stop(), uploadLimit.stop()))
}

export interface RefusalParts {
  app: Pick<FastifyInstance, 'errorPage' | 'failureLog' | 'log'>
  security: SecurityHeaders
  requestId: string
}

/**
 * Refuses a request before the framework sees it while the limit is full; false when it must be worked on. A refusal has to
 * cost little, or refusing would itself use the time up.
 */
export function refuseWhenBusy(
  limit: AdmissionLimit,
  request: IncomingMessage,
  response: ServerResponse,
  partsOf: () => RefusalParts,
): boolean {
  if (!limit.isFull || isFree(request)) return false
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
