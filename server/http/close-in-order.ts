import type { FastifyInstance } from 'fastify'

/** Milliseconds within which running requests must end after the site has begun to stop. */
const defaultGraceMs = 10_000

/**
 * Closes HTTP connections when the site stops: idle connections immediately, busy connections after their response, and
 * all others after a grace period. Without that limit a client that never finishes its request would prevent the
 * process from ending. `onStart` is called before any connection is closed.
 */
export function closeInOrder(app: FastifyInstance, onStart: () => void, graceMs = defaultGraceMs) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    onStart()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
  })
  app.addHook('onSend', async (_, reply) => void (isClosing && reply.header('connection', 'close')))
}
