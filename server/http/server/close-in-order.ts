import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

/**
 * Tells whether this process is about to stop, so that the proxy in front of it should send it no more requests. It
 * still answers all requests, but asks clients to close their connections, and `/readyz` answers 503.
 */
interface Draining {
  isOn: boolean
}

/** Milliseconds within which running requests must end after the site has begun to stop. */
const defaultGraceMs = 10_000

/**
 * Closes HTTP connections when the site stops: idle connections immediately, busy connections after their response, and
 * all others after a grace period. Without that limit a client that never finishes its request would prevent the
 * process from ending. `onStart` is called before any connection is closed.
 */
export function closeInOrder(app: FastifyInstance, onStart: () => void, graceMs = defaultGraceMs) {
  const draining: Draining = { isOn: false }
  app.decorate('draining', draining)
  app.addHook('preClose', async () => {
    draining.isOn = true
    onStart()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
  })
}
