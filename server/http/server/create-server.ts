import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { v7 as newId } from 'uuid'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { Failure } from '#shared/api/failure.ts'
import type { PageCache } from '#server/platform/cache/page-cache.ts'
import { runForRequest } from '#server/platform/db/request-context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import {
  AdmissionLimit,
  type AdmissionSettings,
  defaultAdmission,
  uploadSlots,
} from '#server/http/limit/admission-limit.ts'
import { rateLimitStore } from '#server/http/limit/rate-limit-store.ts'
import { callerAddress } from './caller-address.ts'
import { closeWhenStalled, defaultStallMs, endDisconnected, isDisconnected, limitAnswers } from './client-connection.ts'
import { errorPages } from './error-page.ts'
import { FailureLog } from './failure-log.ts'
import { answerFailure } from './mount-api.ts'
import { mountAdmission, refuseWhenBusy } from './mount-admission.ts'
import { createHttpServer, refuseHead } from './request-head.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { answerFromCache } from './send-cached.ts'
import type { Socket } from 'node:net'
import { toFailureAnswer } from '#server/http/call/failure-answer.ts'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

interface ServerParts {
  db: Db
  log: FastifyBaseLogger
  cache: PageCache
  security: SecurityHeaders
  siteName: string
  /** The URLs of the style sheets that the HTML error pages use. */
  errorStyles: string[]
  /** Whether a reverse proxy in front of the site reports the IP addresses of clients. */
  trustProxy: boolean
  /** Vite's development server, which receives every HTTP request first; undefined in production. */
  middleware?: Middleware | undefined
  admission?: AdmissionSettings | undefined
  /** Milliseconds for which a client may take nothing of an answer; tests shorten it. */
  stallMs?: number
}

const bodyLimit = 256 * 1024
/** Milliseconds. A start has no limit, because Fastify's ten seconds may not be enough on a busy machine. */
const timeouts = { requestTimeout: 30_000, pluginTimeout: 0 }

/**
 * Creates the HTTP server with everything that applies to all requests: security headers, cached pages, overload
 * protection, rate limits and error responses. It has no routes yet and does not listen.
 */
export async function createServer(parts: ServerParts) {
  const { db, log, security, siteName, errorStyles, trustProxy } = parts
  const { admission: admissionSettings = defaultAdmission } = parts
  const admission = new AdmissionLimit(admissionSettings)
  const useStale = (request: IncomingMessage, response: ServerResponse) =>
    answerFromCache(parts, request, response, { mayBeStale: true })
  const app = Fastify({
    loggerInstance: log,
    // Only the proxy directly in front of the site is trusted to report the client's IP address; IP addresses that
    // clients claim themselves are ignored.
    trustProxy: trustProxy && ((_: string, hop: number) => hop === 0),
    frameworkErrors: (error, request, reply) =>
      answerFailure(error, request, reply.headers({ ...security, 'x-request-id': request.id })),
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    ...timeouts,
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, security),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    serverFactory: (handle, options) =>
      createHttpServer(options, handle, (request, response) => {
        closeWhenStalled(response, parts.stallMs ?? defaultStallMs)
        if (app.draining.isOn) response.setHeader('connection', 'close')
        const refusal = () => ({ app, security, requestId: newId() })
        if (parts.middleware) parts.middleware(request, response, () => handle(request, response))
        else if (answerFromCache(parts, request, response)) return
        else if (admission.isFull && useStale(request, response)) return
        else if (!refuseWhenBusy(admission, request, response, refusal)) handle(request, response)
      }),
  })
  app.decorate('errorPage', errorPages(siteName, errorStyles))
  app.decorate('failureLog', new FailureLog(log))
  app.addHook('onRequest', async (request, reply) => {
    if (isDisconnected(request)) return endDisconnected(request, reply)
    reply.headers(security).header('x-request-id', request.id)
    return refuseHead(request, reply)
  })
  // An open page receives its stream of unread messages for as long as it is open.
  limitAnswers(app, ({ url }) => url.startsWith(`${apiPrefix}/user/message/stream`))
  // The context of the request is set in `preHandler`, because a context that was set in an earlier hook would be lost
  // while the server reads the body.
  app.addHook('preHandler', (request, _, done) => runForRequest(request.id, done))
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  const uploadLimit = new AdmissionLimit({ ...admissionSettings, ...uploadSlots })
  mountAdmission(app, { limit: admission, uploadLimit }, useStale)
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new Failure('missing', '这里没有可以这样使用的东西'), request, reply),
  )
  await app.register(rateLimit, {
    global: false,
    store: rateLimitStore(db),
    keyGenerator: ({ ip }) => callerAddress(ip),
    errorResponseBuilder: (_, { statusCode }) => Object.assign(new Error(), { statusCode }),
  })
  return app
}

/**
 * Answers a client that has sent invalid HTTP and closes the connection. Fastify has no request object in this case.
 */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, security: SecurityHeaders) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const failure = new Failure('invalid', '请求的格式不对，服务器读不懂')
  const body = JSON.stringify({ ...toFailureAnswer(failure, newId()), httpCode: status })
  const headers = {
    ...security,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
