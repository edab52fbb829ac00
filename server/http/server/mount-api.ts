import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Contract, Endpoint } from '#shared/api/endpoint.ts'
import { fail, failures, Failure } from '#shared/api/failure.ts'
import type { Context } from '#server/http/call/context.ts'
import { answerCall, type Handler } from '#server/http/call/answer-call.ts'
import { wantsHtml } from './error-page.ts'
import { endDisconnected, isDisconnected, requireConnected } from './client-connection.ts'
import { toFailure, toFailureAnswer } from '#server/http/call/failure-answer.ts'
import type { Handlers } from '#server/http/call/handlers.ts'
import { sharedRateLimit } from '#server/http/limit/rate-limit-store.ts'
import type { PublicAnswers } from './public-answers.ts'
import * as z from 'zod/mini'

interface ApiParts {
  handlers: Handlers
  contextOf(request: FastifyRequest): Promise<Context>
  /** The cache for the answers of API calls that the contract marks as cached. */
  answers: PublicAnswers
  /**
   * Waits until this server process has invalidated every cached page that a write changed. The answer to the write is
   * sent after that, so that its user never sees stale pages.
   */
  waitForInvalidation(): Promise<void>
}

/** Mounts an HTTP route for every API call that the contract defines. */
export function mountApi(app: FastifyInstance, { handlers, contextOf, answers, waitForInvalidation }: ApiParts) {
  acceptBodies(app)
  for (const [noun, rows] of Object.entries(contract as Contract)) {
    for (const [verb, endpoint] of Object.entries(rows)) {
      const handler = (handlers as Record<string, Record<string, Handler>>)[noun]?.[verb] as Handler
      app.route({
        method: endpoint.method,
        url: apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        config: { rateLimit: rateLimitOf(`${noun}.${verb}`, endpoint) },
        handler: async (request, reply) => {
          const context = await contextOf(request)
          requireConnected(request)
          const input = inputOf(endpoint, request)
          if (endpoint.isCached && isDefault(endpoint, input)) {
            // The cache key of an API call begins with the HTTP method, so it never equals the key of a page, which is
            // a path.
            const key = `${endpoint.method} ${endpoint.path}`
            return answers.send(key, request, reply, async (dependsOn) => ({
              status: 200,
              headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
              body: JSON.stringify(await answerCall(endpoint, handler, input, { ...context, dependsOn })),
            }))
          }
          const answer = await answerCall(endpoint, handler, input, context)
          if (endpoint.effect === 'write') await waitForInvalidation()
          return reply.header('cache-control', 'no-store').send(answer)
        },
      })
    }
  }
}

/**
 * Returns the rate limit of an API call. Calls that write are counted for all server processes together. Calls that
 * read are counted by each server process: their limit protects the processor of its machine, and a read should neither
 * cost a database write nor fail while the database is read-only. Calls that write are counted only after they passed
 * the admission limit, because under overload even the database statement that counts them would be too expensive.
 */
function rateLimitOf(name: string, { effect, rate: max }: Endpoint) {
  if (max === null) return false
  return effect === 'write'
    ? { ...sharedRateLimit(name, max), hook: 'preHandler' as const }
    : { max, timeWindow: 60_000 }
}

/**
 * Returns whether an API call was made without parameters, or with parameters that equal the defaults. Only the answers
 * to such calls are cached.
 */
function isDefault({ input: schema }: Endpoint, input: object): boolean {
  const [given, empty] = [input, {}].map((one) => z.safeParse(schema, one))
  return given?.success === true && empty?.success === true && isDeepStrictEqual(given.data, empty.data)
}

/**
 * Merges the path, query and body of a request into one flat object. Fails as `invalid` when two of them give a field
 * different values.
 */
function inputOf({ method }: Endpoint, request: FastifyRequest): object {
  const body = method === 'GET' ? {} : (request.body ?? {})
  if (typeof body !== 'object' || Array.isArray(body)) fail('invalid', '请求的内容须为一个 JSON 对象')
  const input: Record<string, unknown> = Object.create(null)
  // Only GET requests may have parameters in the query. URLs end up in logs, so other requests send their fields in the
  // body.
  for (const part of [method === 'GET' ? request.query : {}, body, request.params]) {
    for (const [name, value] of Object.entries(part as object)) {
      if (name in input && input[name] !== value)
        fail('invalid', `网址和内容里的 ${name} 不一致`, { fields: { [name]: '前后不一致' } })
      input[name] = value
    }
  }
  return { ...input }
}

/** Headers that describe a file. They may already be set when it turns out that the file cannot be read. */
const fileHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
]

/**
 * Answers an error that a handler or Fastify has thrown: API clients get the JSON envelope of the failure, browsers an
 * error page.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isDisconnected(request)) return endDisconnected(request, reply)
  const failure = toFailure(error)
  if (failure.kind === 'broken' || failure.kind === 'unavailable')
    request.server.failureLog.record(request, failure, 'call failed')
  // A failure with a cause is one that no query has foreseen, such as a violated foreign key.
  else if (failure.kind === 'conflict' && failure.cause !== undefined)
    request.log.warn({ err: failure.cause }, 'call in conflict with another')
  for (const name of fileHeaders) reply.removeHeader(name)
  if (failure.data?.retryAfter !== undefined) reply.header('retry-after', failure.data.retryAfter)
  reply.code(failures[failure.kind].status).header('cache-control', 'no-store')
  if (!wantsHtml(request)) return reply.send(toFailureAnswer(failure, request.id))
  return reply
    .header('vary', 'Accept')
    .type('text/html; charset=utf-8')
    .send(request.server.errorPage(failure, request.id))
}

/**
 * Makes the server accept requests with an empty body, whatever their content type. A body that is not empty must be
 * JSON.
 */
function acceptBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parseJson(request, body, done),
  )
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_, body, done) =>
    body === '' ? done(null) : done(new Failure('unsupported', '只接受 JSON')),
  )
}
