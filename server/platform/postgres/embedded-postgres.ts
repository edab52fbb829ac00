import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'
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
  /** The connection settings for the library `pg`. They stay the same when the database server is restarted. */
  connection: { host: string; port: number; user: string; database: string }
  /** Shuts the database server down and releases the data directory. */
  stop(): Promise<void>
  /**
   * Resolves once no database server runs any more: with undefined after stop(), and with an error when the server
   * exited repeatedly and is not restarted again; the site should then exit. After other exits the server is restarted,
   * so a connection pool survives them if it listens to its `error` event.
   */
  exited: Promise<Error | undefined>
}

/**
 * Starts a PostgreSQL server with its data in `directory`. Fails with an EmbeddedPostgresError, whose message is for
 * the operator.
 */
export async function startEmbeddedPostgres(options: {
  directory: string
  /** Whether the data is deleted after use and need not survive a crash. */
  isTemporary?: boolean
  onLog?: (message: string) => void
  /**
   * A signal that ends the start of the PostgreSQL server, even while the server recovers data. After the start only
   * `stop` ends the server.
   */
  signal?: AbortSignal
}): Promise<EmbeddedPostgres> {
  const { isTemporary = false, onLog: log = () => {} } = options
  const programs = await findPostgresPrograms()
  const directory = await openDirectory(options.directory)
  // PostgreSQL's data directory is locked before anything uses it, and released after everything that used it has
  // ended.
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
    const { postgres } = programs
    const site = { cluster, socketDirectory: socket.path, postgres, launch, isTemporary, serverLog, log }
    return createHandle(await supervise(site, options.signal), socket.path, () => claims.dispose())
  } catch (error) {
    claims.dispose()
    throw error
  }
}

async function openDirectory(directory: string): Promise<string> {
  try {
    await makeDirectory(directory)
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
