import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'

/** Returns whether the client has disconnected, so that nobody would receive an answer. */
export function isDisconnected(request: FastifyRequest): boolean {
  return request.raw.socket.destroyed
}

/** Fails as `unavailable` if the client has disconnected, so that no work is done for the request. */
export function requireConnected(request: FastifyRequest) {
  if (isDisconnected(request)) fail('unavailable', '连接已断开')
}

/** Ends a request whose client has disconnected. Clients disconnect all the time, so this is logged at debug level. */
export function endDisconnected(request: FastifyRequest, reply: FastifyReply) {
  request.log.debug({ method: request.method, url: request.url }, 'the client disconnected')
  return reply.hijack()
}
