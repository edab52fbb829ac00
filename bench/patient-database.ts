import { readFile } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { type Connection, plannerSettings } from '#server/platform/db/open-database.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { camelCaseResults, SnakeCaseDialect } from '#server/platform/db/snake-case-dialect.ts'
import { createTestDatabase } from '../test/test-database.ts'
import { atEnd } from './cleanup.ts'

export const mostConnections = 4

/**
 * Creates a test database and a connection pool with a statement timeout that is longer than the site's, because
 * loading a million rows takes long.
 */
export async function createPatientDatabase(): Promise<{ connection: Connection; db: Db }> {
  const { connection, drop } = await createTestDatabase()
  // Connections stay open, so that the processor time of their processes can be read after a measurement.
  const pool = new pg.Pool({
    ...connection,
    max: mostConnections,
    idleTimeoutMillis: 0,
    onConnect: (client) => client.query(plannerSettings.join('; ')),
  })
  const db = new Kysely<Database>({ dialect: new SnakeCaseDialect({ pool }), plugins: [camelCaseResults] })
  atEnd(async () => {
    await db.destroy()
    await drop()
  })
  return { connection, db }
}

/**
 * Opens a number of connections of a database at the same time, and returns the ids of the PostgreSQL processes that
 * serve them.
 */
export function openBackends(db: Db, count: number): Promise<number[]> {
  const opened = Array.from({ length: count }, () =>
    db.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db)
      return rows[0]?.pid ?? 0
    }),
  )
  return Promise.all(opened)
}

/** Returns the processor time that other processes have used together, in ms. */
export async function processorMs(pids: number[]): Promise<number> {
  const times = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/schedstat`, 'utf8')))
  return times.reduce((sum, time) => sum + Number(time.split(' ')[0]) / 1e6, 0)
}
