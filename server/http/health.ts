import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** `/healthz`: the process answers. `/readyz`: its database does too. */
export function mountHealth(app: FastifyInstance, db: Db) {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database unavailable' })
    }
  })
}
