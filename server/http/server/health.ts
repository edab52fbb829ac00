import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Mounts the health checks `/healthz`, which tells whether the process answers and its version, and `/readyz`, which
 * tells whether its database answers, too, and which fails once the process is about to stop. While writes fail because
 * the disk is full, `/readyz` still reports this server process as ready: reading works, and the other processes could
 * not write either; the response then contains `"disk": "full"`.
 */
export function mountHealth(app: FastifyInstance, db: Db, version: string) {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version }))
  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    if (app.draining.isOn) return reply.code(503).send({ status: 'draining' })
    const isReady = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    // A database that does not answer the health check within two seconds counts as unavailable.
    if (await Promise.race([isReady, setTimeout(2000, false)]))
      return { status: 'ready', ...(app.failureLog.isDiskFull() ? { disk: 'full' } : {}) }
    return reply.code(503).send({ status: 'database unavailable' })
  })
}
