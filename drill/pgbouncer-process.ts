import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'
import { findProgram } from './debian-program.ts'

interface Server {
  host: string
  port: number
  user: string
  database: string
}

/** The number of connections to PostgreSQL that pgbouncer shares among all nodes. */
export const pooledConnections = 10

/**
 * Starts pgbouncer in transaction mode in front of a PostgreSQL server whose socket lies in the folder `host`. Returns
 * the database URL of pgbouncer and a function that stops it, or undefined if the program cannot be found or installed.
 */
export async function startPgbouncer({ host, port: serverPort, user, database }: Server, folder: string) {
  const program = findProgram('pgbouncer')
  if (program === undefined) return undefined
  const port = await freePort()
  const settings = [
    '[databases]',
    `${database} = host=${host} port=${serverPort} user=${user} connect_query='set statement_timeout to ''15s''; set jit to off'`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `default_pool_size = ${pooledConnections}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  // pgbouncer refuses to run as root, and only the account of PostgreSQL may use its socket.
  const { uid, gid } = await stat(host)
  const child = spawn(program, ['-q', file], { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (text) => (output += String(text)))
  const exited = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended:\n${output}`)
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { url: `postgres://${user}@127.0.0.1:${port}/${database}`, stop }
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), done(true)))
    socket.on('error', () => done(false))
  })
}
