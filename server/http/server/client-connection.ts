import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fail } from '#shared/api/failure.ts'
import { callerAddress } from './caller-address.ts'

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

/** Milliseconds for which a client may take nothing of an answer before its connection is closed. */
export const defaultStallMs = 30_000

/**
 * Closes the connection of a client that takes nothing of its answer for a while. Connections whose answer is not ready
 * yet stay open, as do those on which nothing waits to be sent, such as streams of events.
 */
export function closeWhenStalled(response: ServerResponse, timeoutMs: number) {
  response.setTimeout(timeoutMs, () => {
    const { socket } = response
    if (socket !== null && socket.writableLength > 0) socket.destroy()
  })
  // The timeout of Node begins anew whenever the client sends something, so a client that sends while it takes nothing
  // is found by the numbers of bytes.
  let before = { bytesRead: 0, sent: '' }
  const watch = setInterval(() => {
    const { socket } = response
    if (socket === null || socket.writableLength === 0) return
    const { bytesRead, bytesWritten, writableLength } = socket
    const sent = `${bytesWritten} ${writableLength}`
    if (sent === before.sent && bytesRead !== before.bytesRead) socket.destroy()
    before = { bytesRead, sent }
  }, timeoutMs).unref()
  response.once('close', () => clearInterval(watch))
}

/**
 * The largest number of requests on one connection whose answers are not sent yet. Browsers and proxies send the next
 * request after the answer to the last one.
 */
const maxPipelined = 16
const openRequests = new WeakMap<Socket, number>()

/**
 * Closes the connection of a client that sends many requests without waiting for the answers, because Node would work
 * on thousands of them at once and meanwhile answer nobody else. Returns whether the connection is closed, so that the
 * request needs no answer.
 */
export function closeWhenPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true
  const count = (openRequests.get(socket) ?? 0) + 1
  if (count > maxPipelined) socket.destroy()
  openRequests.set(socket, count)
  response.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1))
  return socket.destroyed
}

/**
 * The largest number of answers that one IP address may be receiving. It is far above what the browsers of an office or
 * a school need, and bounds the memory that slow clients hold.
 */
const maxAnswers = 100

/** Refuses the requests of an IP address that is receiving too many answers already. */
export function limitAnswers(app: FastifyInstance, isExempt: (request: FastifyRequest) => boolean) {
  const underWay = new Map<string, number>()
  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    const address = callerAddress(request.ip)
    const count = underWay.get(address) ?? 0
    if (count >= maxAnswers) fail('tooMany', '正在传给你的东西太多了，请等它们传完再试', { retryAfter: 10 })
    underWay.set(address, count + 1)
    reply.raw.once('close', () => {
      const left = (underWay.get(address) ?? 1) - 1
      if (left > 0) underWay.set(address, left)
      else underWay.delete(address)
    })
  })
}
