import type { Config } from '#server/start/config.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '#server/platform/postgres/running-postgres.ts'

interface OpenConnection {
  connection: Connection
  /** Whether a database server was already running, so that a site may be using it. */
  isRunning: boolean
  /** Stops the embedded PostgreSQL if this call started it. */
  close(): Promise<void>
}

/** Finds the database server of the configured site for a command, and starts the embedded PostgreSQL if needed. */
export async function openConnection({ databaseUrl, dataDirectory }: Config): Promise<OpenConnection> {
  const running =
    databaseUrl === undefined ? await findRunningPostgres(dataDirectory) : { connectionString: databaseUrl }
  if (running) return { connection: running, isRunning: true, close: async () => undefined }
  const postgres = await startEmbeddedPostgres({ directory: dataDirectory })
  return { connection: postgres.connection, isRunning: false, close: () => postgres.stop() }
}
