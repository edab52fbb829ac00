import { join } from 'node:path'
import type { Connection } from '#server/platform/db/open-database.ts'
import { canListen, notListening } from '#server/platform/db/prove-listening.ts'
import { DatabaseError, waitForDatabase } from '#server/platform/db/wait-for-database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '#server/platform/postgres/running-postgres.ts'
import { identifyInstallation, type Installation } from '#server/http/site/site-identity.ts'
import type { Config } from './config.ts'

interface Starting {
  say(message: string): void
  /** A signal that is aborted when the site is told to stop. */
  signal: AbortSignal
  /** Registers a function that the site's process calls before it ends. */
  onStop(stop: () => Promise<unknown>): void
  /** Called when the embedded database server has ended by itself. */
  onExit(error: Error): void
}

/**
 * Finds the database of the site. If `DATABASE_URL` is set, it waits for the PostgreSQL server that it names; otherwise
 * it starts an embedded PostgreSQL server.
 */
export async function findDatabase(config: Config, { say, signal, onStop, onExit }: Starting): Promise<Connection> {
  const { databaseUrl, databaseWaitSeconds, dataDirectory } = config
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl }
    await waitForDatabase(connection, databaseWaitSeconds, { say, signal })
    if (!(await canListen(connection))) throw new DatabaseError(notListening)
    return connection
  }
  // In development the embedded database server may be running already, because `npm run dev` keeps it running while it
  // restarts the site.
  const running = config.isDevelopment ? await findRunningPostgres(dataDirectory) : undefined
  if (running !== undefined) return running
  say(`正在启动数据库（${join(dataDirectory, 'postgres')}）……`)
  const starting = startEmbeddedPostgres({ directory: dataDirectory, onLog: say, signal })
  // If the site is stopped while the database server is starting, the stop waits for that start, so that no database
  // server is left running.
  onStop(async () => (await starting.catch(() => undefined))?.stop())
  const postgres = await starting
  void postgres.exited.then((error) => error && onExit(error))
  return postgres.connection
}

/**
 * Returns the database connection for requests: that of a pooler in transaction mode if there is one. A read-only site
 * does not use the pooler: it refuses writes by a setting of its connections, and the pooler would reuse these
 * connections for other sites.
 */
export function connectionOfRequests(
  connection: Connection,
  { poolerUrl, isReadOnly }: Pick<Config, 'poolerUrl'> & { isReadOnly: boolean },
): Connection {
  return poolerUrl === undefined || isReadOnly ? connection : { connectionString: poolerUrl }
}

/** Returns the facts that distinguish this installation from copies of the site. */
export function findInstallation({ site, databaseUrl, dataDirectory }: Config): Promise<Installation> {
  return identifyInstallation(site.publicUrl, databaseUrl === undefined ? join(dataDirectory, 'postgres') : undefined)
}
