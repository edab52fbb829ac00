import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/db/schema.ts'

/**
 * `/healthz`: the process answers. `/readyz`: its database does too. While writes fail for want of disk space the node stays
 * ready, because reading works and every node is in the same state; the answer says `"disk": "full"`.
 */
export function mountHealth(app: FastifyInstance, db: Db) {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const isReady = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    // A database that hangs is as little use as one that is gone.
    if (await Promise.race([isReady, setTimeout(2000, false)]))
      return { status: 'ready', ...(app.failureLog.isDiskFull() ? { disk: 'full' } : {}) }
    return reply.code(503).send({ status: 'database unavailable' })
  })
}
