import type { FastifyRequest } from 'fastify'
import type { Transport } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import type { Context } from './context.ts'
import { answerCall, type Handler } from './answer-call.ts'
import { toFailure, toFailureAnswer } from './failure-answer.ts'
import type { Handlers } from './handlers.ts'

/**
 * Returns a transport that makes API calls without a network, but with the same checks. A call rejects with whatever
 * its handler throws.
 */
export function callDirectly(handlers: Handlers, context: Context): Transport {
  return async ({ noun, verb, input }) => {
    const endpoint = (contract as Contract)[noun]?.[verb]
    const handler = (handlers as Record<string, Record<string, Handler>>)[noun]?.[verb]
    if (endpoint === undefined || handler === undefined) throw new Error(`no call ${noun}.${verb}`)
    return answerCall(endpoint, handler, input, context)
  }
}

/**
 * Returns the transport for API calls while a page is rendered on the server: it answers failures as HTTP would, and
 * logs serious ones.
 */
export function inProcess(
  handlers: Handlers,
  context: Context,
  request: Pick<FastifyRequest, 'id' | 'log' | 'server'>,
): Transport {
  const send = callDirectly(handlers, context)
  return async (call) => {
    try {
      return await send(call)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.kind === 'broken' || failure.kind === 'unavailable')
        request.server.failureLog.record(request, failure, 'page call failed')
      return toFailureAnswer(failure, request.id)
    }
  }
}
