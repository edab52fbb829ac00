import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'

// Scores and counts fit a double exactly; as strings they would have to be converted everywhere.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection = pg.ClientConfig

interface PoolOptions {
  /** The largest number of connections. */
  size?: number
  /** Seconds after which PostgreSQL cancels a statement; 0 lets statements run as long as they need. */
  statementSeconds?: number
}

/** Connections that break within this many milliseconds of the first one belong to one outage. */
const outageMs = 30_000

/**
 * Opens a pool of connections to PostgreSQL, which replaces broken ones. `onLost` is called once for each outage, with
 * the error of the first broken connection.
 */
export function openDatabase(
  connection: Connection,
  onLost: (error: Error) => void,
  { size = 20, statementSeconds = 15 }: PoolOptions = {},
): Db {
  // The settings are made by statements, because poolers refuse or drop such parameters at the start of a connection.
  // Cursors carry times as text, which must read the same in every time zone. No query here runs long enough to profit
  // from JIT.
  const settings = `set timezone to 'UTC'; set jit to off; set statement_timeout to '${statementSeconds}s'`
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 10_000,
    // The client times out later than the server, which may be unable to answer.
    query_timeout: statementSeconds === 0 ? 0 : (statementSeconds + 5) * 1000,
    onConnect: (client) => client.query(settings),
  })
  let lostAt = Number.NEGATIVE_INFINITY
  const reportLost = (error: Error) => {
    const now = performance.now()
    if (now - lostAt < outageMs) return
    lostAt = now
    onLost(error)
  }
  pool.on('error', reportLost)
  // The pool listens only to idle clients; an error of a busy one would otherwise end the process.
  pool.on('connect', (client) => client.on('error', reportLost))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}
