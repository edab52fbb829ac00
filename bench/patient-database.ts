import { tmpdir } from 'node:os'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { type Connection, plannerSettings } from '#server/platform/db/open-database.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { camelCaseResults, SnakeCaseDialect } from '#server/platform/db/snake-case-dialect.ts'
import { createTestDatabase, startTestPostgres } from '../test/test-database.ts'
import { atEnd } from './bench-process.ts'

export const mostConnections = 4
let started: Promise<void> | undefined

/**
 * Starts one PostgreSQL server with the book catalogue for all child processes of the benchmarks; later calls return
 * the same promise. The data are on the disk, because a database with a million marks is too large for the memory of
 * small machines.
 */
export function requireTestPostgres(): Promise<void> {
  started ??= startTestPostgres(tmpdir()).then(atEnd)
  return started
}

/**
 * Creates a test database and a connection pool with a statement timeout that is longer than the site's, because
 * loading a million rows takes long.
 */
export async function createPatientDatabase(): Promise<{ connection: Connection; db: Db }> {
  await requireTestPostgres()
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
