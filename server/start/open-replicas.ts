import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/schema.ts'
import { ReadReplicas } from '#server/platform/replica/read-replicas.ts'
import type { Config } from './config.ts'

interface Opening {
  log: Logger
  /** Registers a function that the process calls before it ends. */
  onStop(stop: () => Promise<unknown>): void
}

/**
 * Connects to the replicas that the operator has named in `DATABASE_READ_URL`. A replica that does not answer does not
 * hold up the start. Returns null if there are none.
 */
export async function openReplicas(
  db: Db,
  { replicaUrls, databasePoolSize: poolSize }: Pick<Config, 'replicaUrls' | 'databasePoolSize'>,
  { log, onStop }: Opening,
): Promise<ReadReplicas | null> {
  if (replicaUrls.length === 0) return null
  const listener = {
    found: (replica: string) => log.info({ replica }, 'replica answers reads'),
    lost: (replica: string, err: Error) => log.warn({ replica, err }, 'replica does not answer reads'),
  }
  const connections = replicaUrls.map((connectionString) => ({ connectionString }))
  const replicas = new ReadReplicas(db, connections, { poolSize, listener })
  onStop(() => replicas.stop())
  await replicas.start()
  return replicas
}
