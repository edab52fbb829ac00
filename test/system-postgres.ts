import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

const versions = '/usr/lib/postgresql'

/**
 * The folder with the programs of the newest PostgreSQL that a package of this Debian has installed; undefined if none.
 */
export const systemPostgres = (await readdir(versions).catch(() => []))
  .map((version) => join(versions, version, 'bin'))
  .at(-1)

/**
 * Creates a database cluster with the PostgreSQL that the system has installed, on loopback, and starts its server.
 * Only systems with `systemPostgres` have one. A root process runs the server as the operating-system user `postgres`.
 */
export async function startSystemPostgres(bin = systemPostgres ?? '') {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-engine-'))
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout)
  const ids = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (ids.uid !== undefined) await chown(directory, ids.uid, ids.gid)
  const options = { cwd: directory, ...ids, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  const data = join(directory, 'data')
  const initdb = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    encoding: 'utf8',
  })
  assert.equal(initdb.status, 0, initdb.stderr)
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'fsync=off',
    'timezone=Asia/Shanghai',
  ]
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  await waitUntilAnswering(connection)
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
  return { connection, stop }
}

async function waitUntilAnswering(connection: pg.ClientConfig) {
  for (;;) {
    const client = new pg.Client(connection)
    const answers = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answers) return
    await new Promise((wait) => setTimeout(wait, 100))
  }
}
