import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'

// Scores and counts fit a double exactly; as strings every reader of a row would have to convert them.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection = pg.ClientConfig

/** A pool on one PostgreSQL. `onLost` hears of connections that broke; the pool replaces them by itself. */
export function openDatabase(connection: Connection, onLost: (error: Error) => void): Db {
  const pool = new pg.Pool({
    ...connection,
    // Cursors carry times as text, which must read the same wherever the server stands; and no query here runs long
    // enough to be worth compiling.
    options: '-c timezone=UTC -c jit=off',
    max: 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
  })
  pool.on('error', onLost)
  // The pool listens only to idle clients; one that breaks in a reader's hands would otherwise end the process.
  pool.on('connect', (client) => client.on('error', onLost))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}
