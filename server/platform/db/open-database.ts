import { Kysely, type LogEvent } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'
import { applicationName } from './named-transactions.ts'
import { findRequestId } from './request-context.ts'
import { camelCaseResults, SnakeCaseDialect } from './snake-case-dialect.ts'

// Numeric and bigint columns are parsed as numbers: scores and counts are small enough to be exact in a double, and
// strings would have to be converted everywhere.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection = pg.ClientConfig

interface PoolOptions {
  /** The largest number of connections that the database pool opens. */
  size?: number
  /** Whether the database refuses all writes of these connections, except those to temporary tables. */
  isReadOnly?: boolean
  /** Seconds after which PostgreSQL cancels an SQL statement; 0 lets statements run as long as they need. */
  statementSeconds?: number
  /** Reports SQL statements that take longer than a number of milliseconds. */
  slow?: { afterMs: number; report(query: SlowQuery): void } | undefined
}

/** An SQL statement that has taken `ms` milliseconds, without the values of its parameters. */
interface SlowQuery {
  sql: string
  ms: number
  /** The id of the HTTP request for which the statement ran; undefined for background jobs. */
  requestId: string | undefined
}

/** The number of characters after which an SQL statement is cut off in the log. */
const loggedSql = 2000

/**
 * Lost database connections are reported to the operator once per outage: those lost within this many milliseconds of
 * the first one count as one outage.
 */
const outageMs = 30_000

/**
 * Statements that set how PostgreSQL plans queries. JIT compilation is off, because no query here runs long enough to
 * profit from it. A random page costs what it does in memory and on solid-state disks: with its default, the cost on a
 * spinning disk, PostgreSQL would often read a whole small table rather than its index.
 */
export const plannerSettings = ['set jit to off', 'set random_page_cost to 1.1']

/**
 * Opens a pool of PostgreSQL connections; the pool replaces broken connections. `onLost` is called once for each
 * outage, with the error of the first broken connection.
 */
export function openDatabase(
  connection: Connection,
  onLost: (error: Error) => void,
  { size = 20, statementSeconds = 15, isReadOnly = false, slow }: PoolOptions = {},
): Db {
  // The connection is configured by SQL statements, because connection poolers refuse or drop settings in the
  // connection parameters. The time zone is UTC, because list cursors carry times as text.
  const settings = [
    "set timezone to 'UTC'",
    ...plannerSettings,
    `set application_name to '${applicationName}'`,
    `set statement_timeout to '${statementSeconds}s'`,
    ...(isReadOnly ? ['set default_transaction_read_only to on'] : []),
  ].join('; ')
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 10_000,
    // The database client times out later than the PostgreSQL server; its timeout matters only if the server itself
    // cannot answer.
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
  // The pool handles only errors of idle connections. Without this listener an error of a connection in use would end
  // the process.
  pool.on('connect', (client) => client.on('error', reportLost))
  const db = new Kysely<Database>({
    dialect: new SnakeCaseDialect({ pool }),
    plugins: [camelCaseResults],
    ...(slow && { log: (event: LogEvent) => reportSlow(event, slow) }),
  })
  pools.set(db, pool)
  return db
}

function reportSlow(
  { query, queryDurationMillis: ms }: LogEvent,
  { afterMs, report }: NonNullable<PoolOptions['slow']>,
) {
  if (ms < afterMs) return
  report({ sql: query.sql.slice(0, loggedSql), ms: Math.round(ms), requestId: findRequestId() })
}

/** The connection pool of each open database. */
const pools = new WeakMap<Db, pg.Pool>()

/** Returns the numbers of open and idle connections of a database, and of requests that wait for a connection. */
export function readPoolState(db: Db): { open: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { open: totalCount, idle: idleCount, waiting: waitingCount }
}
