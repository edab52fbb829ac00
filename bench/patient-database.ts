import { Kysely } from 'kysely'
import pg from 'pg'
import type { Connection } from '#server/db/open-database.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { camelCaseResults, SnakeCaseDialect } from '#server/db/snake-case-dialect.ts'
import { createTestDatabase } from '../test/test-database.ts'
import { atEnd } from './cleanup.ts'

/**
 * Creates a test database and a connection pool with a statement timeout that is longer than the site's, because
 * loading a million rows takes long.
 */
export async function createPatientDatabase(): Promise<{ connection: Connection; db: Db }> {
  const { connection, drop } = await createTestDatabase()
  // Connections stay open, so that the processor time of their processes can be read after a measurement.
  const pool = new pg.Pool({ ...connection, max: 4, idleTimeoutMillis: 0 })
  const db = new Kysely<Database>({ dialect: new SnakeCaseDialect({ pool }), plugins: [camelCaseResults] })
  atEnd(async () => {
    await db.destroy()
    await drop()
  })
  return { connection, db }
}
