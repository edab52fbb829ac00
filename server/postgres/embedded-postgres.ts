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
  /** Fit for `pg`; stays the same when the server is started anew. */
  connection: { host: string; port: number; user: string; database: string }
  /** Shuts the server down in order and gives the data directory free. */
  stop(): Promise<void>
  /**
   * Settles once no server runs any more: undefined after stop(), an error when it ended again and again and the
   * supervisor gave up (the app should then exit). Ends in between are mended by a new start: a pool only has to
   * survive the loss of its connections, that is, listen to its `error` event.
   */
  exited: Promise<Error | undefined>
}

/** Runs a PostgreSQL of our own on `directory`. Fails with an EmbeddedPostgresError, whose message is for people. */
export async function startEmbeddedPostgres(options: {
  directory: string
  onLog?: (message: string) => void
  /** Ends a start that is still recovering data; afterwards only `stop` does. */
  signal?: AbortSignal
}): Promise<EmbeddedPostgres> {
  const { onLog: log = () => {} } = options
  const programs = await findPostgresPrograms()
  const directory = makeDirectory(options.directory)
  // Disposed of in reverse: the directory is free for the next only when nothing of ours is left.
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
    return whole(await supervise(site, options.signal), socket.path, () => claims.dispose())
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

function whole(supervision: Supervision, host: string, tidy: () => void): EmbeddedPostgres {
  const connection = { host, port: socketPort, user: clusterRole, database: clusterDatabase }
  const exited = supervision.exited.finally(tidy)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await supervision.stop()
    await exited
  }
  return { connection, exited, stop: () => (stopped ??= stop()) }
}
