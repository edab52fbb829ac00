import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'

/** Whether the client has disconnected, so that nobody would read an answer. */
export function isClientGone(request: FastifyRequest): boolean {
  return request.raw.socket.destroyed
}

/** Ends a request whose client has disconnected, before work is done for it. */
export function requireClient(request: FastifyRequest) {
  if (isClientGone(request)) fail('unavailable', '连接已断开')
}

/** Ends a request that nobody waits for any more; clients disconnect all the time, so it is worth a debug line only. */
export function answerNobody(request: FastifyRequest, reply: FastifyReply) {
  request.log.debug({ method: request.method, url: request.url }, 'the client disconnected')
  return reply.hijack()
}
