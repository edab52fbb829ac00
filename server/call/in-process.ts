import type { FastifyRequest } from 'fastify'
import type { Transport } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import type { Context } from './context.ts'
import { answerCall, type Handler } from './answer-call.ts'
import { toFailure, toFailureAnswer } from './failure-answer.ts'
import type { Handlers } from './handlers.ts'

/**
 * Returns a transport that calls the handlers in this process with the same checks as over HTTP. Pages use it when they
 * are rendered on the server.
 */
export function inProcess(
  handlers: Handlers,
  context: Context,
  request: Pick<FastifyRequest, 'id' | 'log' | 'server'>,
): Transport {
  return async ({ noun, verb, input }) => {
    const endpoint = (contract as Contract)[noun]?.[verb]
    const handler = (handlers as Record<string, Record<string, Handler>>)[noun]?.[verb]
    if (endpoint === undefined || handler === undefined) throw new Error(`no call ${noun}.${verb}`)
    try {
      return await answerCall(endpoint, handler, input, context)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.kind === 'broken' || failure.kind === 'unavailable')
        request.server.failureLog.record(request, failure, 'page call failed')
      return toFailureAnswer(failure, request.id)
    }
  }
}
