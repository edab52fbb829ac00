import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import { clusterDatabase, clusterRole } from './postgres-cluster.ts'
import { socketPort } from './postgres-socket.ts'

/**
 * Returns the connection settings of the PostgreSQL server that a running site has started in this data directory;
 * undefined when none runs.
 */
export async function findRunningPostgres(directory: string): Promise<Connection | undefined> {
  const file = join(directory, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  // The fifth line of postmaster.pid is the folder of the socket.
  const host = readFileSync(file, 'utf8').split('\n')[4]?.trim() ?? ''
  if (host === '') return undefined
  const connection = { host, port: socketPort, user: clusterRole, database: clusterDatabase }
  const client = new pg.Client(connection)
  try {
    await client.connect()
    await client.end()
    return connection
  } catch {
    return undefined
  }
}
