import type { FastifyInstance } from 'fastify'

/** Milliseconds that requests under way have to end once the site was told to stop. */
const usualGraceMs = 10_000

/**
 * Ends connections when the site stops: idle ones at once, busy ones after their answer, and after a grace period all that
 * are left. Without that limit a client that never finishes its request would keep the process from ending.
 * `onStart` is called first.
 */
export function closeInOrder(app: FastifyInstance, onStart: () => void, graceMs = usualGraceMs) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    onStart()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
  })
  app.addHook('onSend', async (_, reply) => void (isClosing && reply.header('connection', 'close')))
}
