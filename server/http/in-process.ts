import type { Transport } from '#shared/api/client.ts'
import { contract } from '#shared/api/contract.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import { Failure } from '#shared/api/failure.ts'
import type { Context } from '../context.ts'
import { answerCall, type Handler } from './answer-call.ts'
import { toFailureAnswer } from './failure-answer.ts'
import type { Handlers } from './handlers.ts'

/** Calls the handlers without a network between, with the same checks: how pages are rendered on the server. */
export function inProcess(handlers: Handlers, context: Context, requestId: string): Transport {
  return async ({ noun, verb, input }) => {
    const endpoint = (contract as Contract)[noun]?.[verb]
    const handler = (handlers as Record<string, Record<string, Handler>>)[noun]?.[verb]
    if (endpoint === undefined || handler === undefined) throw new Error(`no call ${noun}.${verb}`)
    try {
      return await answerCall(endpoint, handler, input, context)
    } catch (error) {
      if (error instanceof Failure) return toFailureAnswer(error, requestId)
      throw error
    }
  }
}
