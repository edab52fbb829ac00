import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Launch } from './postgres-account.ts'
import { EmbeddedPostgresError } from './postgres-error.ts'
import type { PostgresLog } from './postgres-log.ts'
import { endPostmaster, endPreviousRun, readPostmasterFile } from './postgres-processes.ts'
import { socketPort } from './postgres-socket.ts'

export type ServerSite = {
  cluster: string
  socketDirectory: string
  postgres: string
  launch: Launch
  /** Whether the data is deleted after use and need not survive a crash. */
  isTemporary: boolean
  serverLog: PostgresLog
  log: (message: string) => void
}

/**
 * The settings of a server with temporary data: it does not wait for the disk, and writes no log (WAL) of rows that are
 * copied into a table which their transaction has truncated.
 */
const temporarySettings = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0' }

/** A running PostgreSQL server; `ended` resolves with the exit reason when it exits. */
type PostgresServer = { pid: number; ended: Promise<string> }

const conflictTimeoutMs = 30_000
const progressMs = 10_000
// Matches the messages of a PostgreSQL server that cannot start because processes of its predecessor still hold the
// shared memory or the data directory.
const conflict = /pre-existing shared memory block|lock file "[^"]*" already exists/

/**
 * Starts the PostgreSQL server and waits until it accepts connections. Throws an EmbeddedPostgresError when it fails.
 */
export async function startServer(site: ServerSite, signal: AbortSignal): Promise<PostgresServer> {
  const until = performance.now() + conflictTimeoutMs
  for (;;) {
    await endPreviousRun(site.cluster, site.log)
    const logStart = site.serverLog.size()
    const server = spawnServer(site)
    const failure = await waitUntilReady(server, site, signal)
    if (failure === undefined) return server
    const output = site.serverLog.tail(logStart)
    if (!conflict.test(output) || performance.now() > until || signal.aborted) {
      const message = `内置的 PostgreSQL 没能启动（${failure}），日志在 ${site.serverLog.path}。它说：\n${output}`
      throw new EmbeddedPostgresError('broken', message)
    }
    await sleep(300)
  }
}

function spawnServer(site: ServerSite): PostgresServer {
  const fixed = {
    // The PostgreSQL server is reachable only by its private Unix socket.
    listen_addresses: '',
    unix_socket_directories: `"${site.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    logging_collector: 'off',
    ...(site.isTemporary && temporarySettings),
  }
  const settings = Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = site.launch(site.postgres, ['-D', site.cluster, ...settings], {
    cwd: site.cluster,
    // The PostgreSQL server has its own session, because Ctrl-C in a terminal is meant for the site, which still needs
    // the database to finish its requests.
    detached: true,
    stdio: ['ignore', site.serverLog.fd, site.serverLog.fd],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `退出码 ${code}`))
  })
  const guard = child.pid === undefined ? undefined : endWithThisProcess(child.pid)
  void ended.then(() => guard?.kill('SIGKILL'))
  return { pid: child.pid ?? 0, ended }
}

/**
 * Starts a shell that shuts a PostgreSQL server down when this process ends without stop(), even by SIGKILL: the kernel
 * then closes the pipe that the shell reads. The caller ends the shell when the server has ended.
 */
function endWithThisProcess(pid: number): ChildProcess {
  // The shell has its own session, because Ctrl-C in a terminal must not end it.
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without the shell a server outlives a killed process, until the next start on the same directory ends it.
  guard.on('error', () => undefined)
  guard.unref()
  return guard
}

/**
 * Waits until the PostgreSQL server accepts connections and returns undefined. If the server exits before that, returns
 * the reason.
 */
async function waitUntilReady(
  server: PostgresServer,
  site: ServerSite,
  signal: AbortSignal,
): Promise<string | undefined> {
  const end: { how?: string } = {}
  void server.ended.then((how) => (end.how = how))
  let progressAt = performance.now() + progressMs
  while (end.how === undefined) {
    const file = readPostmasterFile(site.cluster)
    if (file?.pid === server.pid && file.isReady) return undefined
    if (signal.aborted) await endPostmaster(server.pid, site.cluster)
    // A PostgreSQL server recovers its data after a crash, which may take long. Ending the server meanwhile would only
    // start the recovery again.
    if (performance.now() > progressAt) {
      progressAt += progressMs
      site.log('PostgreSQL 正在恢复数据，请稍候……')
    }
    await sleep(10)
  }
  return end.how
}
