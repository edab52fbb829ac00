import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Contract, Endpoint } from '#shared/api/endpoint.ts'
import { fail, failures } from '#shared/api/failure.ts'
import type { Context } from '#server/call/context.ts'
import { answerCall, type Handler } from '#server/call/answer-call.ts'
import { withinTimeout } from '#server/call/call-timeout.ts'
import { wantsHtml } from './error-page.ts'
import { answerNobody, isClientGone, requireClient } from './client-gone.ts'
import { toFailure, toFailureAnswer } from '#server/call/failure-answer.ts'
import type { Handlers } from '#server/call/handlers.ts'
import { sharedRateLimit } from '#server/limit/rate-limit-store.ts'
import type { PublicAnswers } from './public-answers.ts'
import { acceptBodies } from './request-body.ts'

export interface ApiParts {
  handlers: Handlers
  contextOf(request: FastifyRequest): Promise<Context>
  /** Keeps the answers of the rows that are cached. */
  answers: PublicAnswers
  /** Waits until every page that a write changed has been dropped on this node. */
  waitForInvalidation(): Promise<void>
}

/** A route for every row of the contract. */
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
          requireClient(request)
          const input = inputOf(endpoint, request)
          if (endpoint.isCached && isDefault(endpoint, input)) {
            // No address of a page begins like this.
            const key = `${endpoint.method} ${endpoint.path}`
            return answers.send(key, request, reply, async (dependsOn) => ({
              status: 200,
              headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
              body: JSON.stringify(await answerCall(endpoint, handler, input, { ...context, dependsOn })),
            }))
          }
          const answer = await withinTimeout(endpoint.timeout, answerCall(endpoint, handler, input, context))
          if (endpoint.effect === 'write') await waitForInvalidation()
          return reply.header('cache-control', 'no-store').send(answer)
        },
      })
    }
  }
}

/**
 * Calls that write are counted for all nodes together. Those that read are counted by each node: their limit protects the
 * processor of that node, and a read should not cost a write to the database, nor fail while the database takes no writes.
 * A call is counted in the database once it holds its place: under overload even that statement would be too much.
 */
function rateLimitOf(name: string, { effect, rate: max }: Endpoint) {
  if (max === null) return false
  return effect === 'write'
    ? { ...sharedRateLimit(name, max), hook: 'preHandler' as const }
    : { max, timeWindow: 60_000 }
}

/** Whether an input says no more than an empty one would. */
function isDefault({ input: schema }: Endpoint, input: object): boolean {
  const [given, empty] = [input, {}].map((one) => z.safeParse(schema, one))
  return given?.success === true && empty?.success === true && isDeepStrictEqual(given.data, empty.data)
}

/** Joins path, query and body to one flat object; path and body must agree on a field that both name. */
function inputOf({ method }: Endpoint, request: FastifyRequest): object {
  const body = method === 'GET' ? {} : (request.body ?? {})
  if (typeof body !== 'object' || Array.isArray(body)) fail('invalid', '请求的内容须为一个 JSON 对象')
  const input: Record<string, unknown> = Object.create(null)
  // Only GET reads the query: addresses end up in logs, so a call with a body takes its fields from there.
  for (const part of [method === 'GET' ? request.query : {}, body, request.params]) {
    for (const [name, value] of Object.entries(part as object)) {
      if (name in input && input[name] !== value)
        fail('invalid', `网址和内容里的 ${name} 不一致`, { fields: { [name]: '前后不一致' } })
      input[name] = value
    }
  }
  return { ...input }
}

/** Answers whatever was thrown, by an API handler or by Fastify, with the failure's envelope, or a page where a person is looking. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isClientGone(request)) return answerNobody(request, reply)
  const failure = toFailure(error)
  if (failure.kind === 'broken' || failure.kind === 'unavailable')
    request.server.failureLog.record(request, failure, 'call failed')
  if (failure.data?.retryAfter !== undefined) reply.header('retry-after', failure.data.retryAfter)
  reply.code(failures[failure.kind].status).header('cache-control', 'no-store')
  if (!wantsHtml(request)) return reply.send(toFailureAnswer(failure, request.id))
  return reply
    .header('vary', 'Accept')
    .type('text/html; charset=utf-8')
    .send(request.server.errorPage(failure, request.id))
}
