import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount, chooseLaunch } from './postgres-account.ts'
import { clusterDatabase, clusterRole, prepareCluster } from './postgres-cluster.ts'
import { EmbeddedPostgresError } from './postgres-error.ts'
import { claimDirectory } from './postgres-lock.ts'
import { openPostgresLog } from './postgres-log.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { makeSocketDirectory, socketPort } from './postgres-socket.ts'
import { supervise, type Supervision } from './postgres-supervisor.ts'

export { EmbeddedPostgresError } from './postgres-error.ts'

export type EmbeddedPostgres = {
  /** The connection for `pg`. It stays the same when the server is restarted. */
  connection: { host: string; port: number; user: string; database: string }
  /** Shuts the server down and releases the data directory. */
  stop(): Promise<void>
  /**
   * Resolves once no server runs any more: with undefined after stop(), and with an error when the server exited
   * repeatedly and the supervisor gave up; the app should then exit. After other exits the server is restarted, so a
   * pool only has to survive the loss of its connections by listening to its `error` event.
   */
  exited: Promise<Error | undefined>
}

/** Starts a PostgreSQL on `directory`. Fails with an EmbeddedPostgresError, whose message is for the operator. */
export async function startEmbeddedPostgres(options: {
  directory: string
  onLog?: (message: string) => void
  /** A signal that ends a start which is still recovering data; after the start only `stop` ends the server. */
  signal?: AbortSignal
}): Promise<EmbeddedPostgres> {
  const { onLog: log = () => {} } = options
  const programs = await findPostgresPrograms()
  const directory = makeDirectory(options.directory)
  // The claims are released in reverse order, so that the directory is released only after everything else.
  const claims = new DisposableStack()
  claims.defer(await claimDirectory(directory))
  try {
    const cluster = join(directory, 'postgres')
    const account = chooseAccount(cluster)
    const launch = await chooseLaunch(account, programs, directory)
    await prepareCluster({ cluster, account, launch, programs }, log)
    const socket = makeSocketDirectory(cluster, account)
    claims.defer(socket.remove)
    const serverLog = openPostgresLog(join(directory, 'postgres.log'))
    claims.defer(serverLog.close)
    const site = { cluster, socketDirectory: socket.path, postgres: programs.postgres, launch, serverLog, log }
    return createHandle(await supervise(site, options.signal), socket.path, () => claims.dispose())
  } catch (error) {
    claims.dispose()
    throw error
  }
}

function makeDirectory(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true })
    return realpathSync(directory)
  } catch (cause) {
    throw new EmbeddedPostgresError('permission', `无法建立数据目录 ${directory}：请检查权限，或换一个 DATA_DIR。`, {
      cause,
    })
  }
}

function createHandle(supervision: Supervision, host: string, tidy: () => void): EmbeddedPostgres {
  const connection = { host, port: socketPort, user: clusterRole, database: clusterDatabase }
  const exited = supervision.exited.finally(tidy)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await supervision.stop()
    await exited
  }
  return { connection, exited, stop: () => (stopped ??= stop()) }
}
