import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { fail } from '#shared/api/failure.ts'
import { failLostSession } from '#server/http/call/require-user.ts'
import type { Context } from '#server/http/call/context.ts'
import type { UnreadStream, UnreadStreams } from './unread-streams.ts'
import type { SecurityHeaders } from '#server/http/server/security-headers.ts'

interface StreamParts {
  streams: UnreadStreams
  security: SecurityHeaders
  contextOf(request: FastifyRequest): Promise<Context>
}

/**
 * Milliseconds between two empty comments that the event stream sends to keep the connection open; proxies close a
 * silent connection after about a minute.
 */
const heartbeat = 25_000
/** The server closes the connection to a slow page when more than this number of bytes wait to be sent. */
const maxBehind = 16_384

/**
 * Mounts the route that sends the number of unread messages as server-sent events, at once and after every change,
 * until the session ends.
 */
export function mountUnreadStream(api: FastifyInstance, { streams, security, contextOf }: StreamParts) {
  const config = { rateLimit: { max: 120, timeWindow: 60_000 } }
  api.get(`${apiPrefix}/user/message/stream`, { config, exposeHeadRoute: false }, async (request, reply) => {
    const { user, token, address } = await contextOf(request)
    if (user === null || token === null) return failLostSession()
    const { raw } = reply
    const stream: UnreadStream = {
      userId: user.id,
      address,
      token,
      send: (count) => write(`data: ${JSON.stringify({ count })}\n\n`),
      // The server destroys the connection at once, because waiting for a page that no longer answers would delay the
      // stop of the server.
      end: () => void raw.end(() => raw.destroy()),
    }
    const write = (text: string) => (raw.writableLength > maxBehind ? raw.destroy() : raw.write(text))
    if (request.raw.destroyed) return reply.hijack()
    if (!streams.open(stream)) return fail('tooMany', '打开的页面太多了，新消息会晚一会儿显示', { retryAfter: 60 })
    const timer = setInterval(() => write(':\n\n'), heartbeat)
    raw.on('close', () => (clearInterval(timer), streams.close(stream)))
    begin(reply, security)
    return reply
  })
}

function begin(reply: FastifyReply, security: SecurityHeaders) {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...security,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // The header `connection: close` makes the browser send later requests over other connections. When the server
    // stops, it therefore need not wait for a request on this one.
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  reply.raw.flushHeaders()
}
