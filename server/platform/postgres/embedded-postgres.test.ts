import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { mountSmallDisk, needsRoot } from '../../../test/small-disk.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { postgresProcesses, readPostmasterFile } from './postgres-processes.ts'

const isRoot = process.getuid?.() === 0

/**
 * Starts a site in a child process, which reports when its database runs, then writes rows and reports each committed
 * one.
 */
const siteProgram = `
  import pg from 'pg'
  import { startEmbeddedPostgres } from './embedded-postgres.ts'
  try {
    const { connection } = await startEmbeddedPostgres({ directory: process.argv[1] })
    console.log('ready')
    if (process.argv[2] === 'leave') process.exit(0)
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    await client.query('create table if not exists note (id int primary key)')
    for (let id = 0; ; id++) {
      await client.query('insert into note values ($1)', [id])
      console.log(String(id))
    }
  } catch (error) {
    console.log(error.fault ?? error.message)
  }`

function startSite(directory: string, ...words: string[]) {
  const args = ['--input-type=module', '--eval', siteProgram, directory, ...words]
  const site = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  return { site, lines: createInterface(site.stdout)[Symbol.asyncIterator]() }
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

function newDirectory(t: TestContext, prefix = 'zhitu-test-'): string {
  const directory = mkdtempSync(join(tmpdir(), prefix))
  // When the tests run as root, PostgreSQL runs under another user of the operating system.
  chmodSync(directory, 0o755)
  t.after(async () => {
    for (const pid of postgresProcesses(clusterOf(directory))) process.kill(pid, 'SIGKILL')
    await until(() => postgresProcesses(clusterOf(directory)).length === 0)
    rmSync(directory, { recursive: true, force: true })
  })
  return directory
}

const clusterOf = (directory: string) => join(directory, 'postgres')

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; !(await condition()); await sleep(5)) {
    assert.ok(performance.now() < end, 'waited for a minute')
  }
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a first start creates a cluster, a second retains its data, and a stop leaves no process', async (t) => {
  const directory = newDirectory(t)
  const first = await startEmbeddedPostgres({ directory })
  await query(first, "create table note as select '边城' as title")
  const settings = 'data_checksums listen_addresses fsync synchronous_commit is_superuser server_encoding'.split(' ')
  const columns = settings.map((name) => `current_setting('${name}') as ${name}`)
  assert.deepEqual(Object.values((await query(first, `select ${columns.join()}`))[0] ?? {}), [
    'on',
    '',
    'on',
    'on',
    'off',
    'UTF8',
  ])
  assert.equal(statSync(first.connection.host).mode & 0o777, 0o700)
  await first.stop()
  assert.equal(await first.exited, undefined)
  assert.deepEqual(postgresProcesses(clusterOf(directory)), [])
  const second = await startEmbeddedPostgres({ directory })
  assert.deepEqual(await query(second, 'select title from note'), [{ title: '边城' }])
  await Promise.all([second.stop(), second.stop()])
})

test('a second site on one directory is refused with a sentence, in one process or two', async (t) => {
  const directory = newDirectory(t)
  const postgres = await startEmbeddedPostgres({ directory })
  await assert.rejects(startEmbeddedPostgres({ directory }), {
    fault: 'taken',
    message: /^数据目录 .* 正被另一个.*站点使用.*。$/,
  })
  assert.equal((await startSite(directory).lines.next()).value, 'taken')
  assert.deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
  await postgres.stop()
})

test('of several concurrent starts exactly one succeeds', async (t) => {
  const directory = newDirectory(t)
  const sites = [1, 2, 3, 4].map(() => startSite(directory))
  const answers = await Promise.all(sites.map(async ({ lines }) => (await lines.next()).value))
  await Promise.all(sites.filter(({ site }) => site.exitCode === null).map(({ site }) => kill(site)))
  assert.deepEqual(answers.sort(), ['ready', 'taken', 'taken', 'taken'])
})

test('committed rows survive a kill of the site', async (t) => {
  const directory = newDirectory(t)
  for (const victims of [['site'], ['server'], ['site', 'server']]) {
    const { site, lines } = startSite(directory)
    const written: number[] = []
    while (written.length < 100) {
      const { value } = await lines.next()
      if (value !== 'ready') written.push(Number(value))
    }
    if (victims.includes('server'))
      process.kill(readPostmasterFile(clusterOf(directory))?.pid ?? assert.fail(), 'SIGKILL')
    await kill(site)
    if (!victims.includes('server')) await until(() => postgresProcesses(clusterOf(directory)).length === 0)
    for await (const line of lines) if (/^\d+$/.test(line)) written.push(Number(line))
    const postgres = await startEmbeddedPostgres({ directory })
    const found = new Set((await query(postgres, 'select id from note')).map(({ id }) => id))
    assert.deepEqual(
      written.filter((id) => !found.has(id)),
      [],
      `after the end of ${victims.join(' and ')}`,
    )
    await query(postgres, 'drop table note')
    await postgres.stop()
    assert.deepEqual(postgresProcesses(clusterOf(directory)), [])
  }
})

test('a killed server is restarted, even while one of its processes still runs', async (t) => {
  const directory = newDirectory(t)
  const postgres = await startEmbeddedPostgres({ directory })
  const killed = readPostmasterFile(clusterOf(directory))?.pid ?? assert.fail()
  const busy = query(postgres, 'select count(*) from generate_series(1, 100000000000)').catch(() => 'lost')
  const isBusy = `select 1 from pg_stat_activity where state = 'active' and query like '%generate_series(1, 1000%' and pid <> pg_backend_pid()`
  await until(async () => (await query(postgres, isBusy)).length > 0)
  process.kill(killed, 'SIGKILL')
  assert.equal(await busy, 'lost')
  await until(() => query(postgres, 'select 1').then(Boolean, () => false))
  assert.notEqual(readPostmasterFile(clusterOf(directory))?.pid, killed)
  await postgres.stop()
  assert.deepEqual(postgresProcesses(clusterOf(directory)), [])
})

test('a start that is killed while it creates the cluster leaves no incomplete cluster', async (t) => {
  const directory = newDirectory(t)
  const unfinishedFolders = () => readdirSync(directory).filter((name) => name.startsWith('postgres-new-'))
  const { site } = startSite(directory)
  await until(() => unfinishedFolders().some((name) => postgresProcesses(join(directory, name)).length > 0))
  await kill(site)
  assert.equal(existsSync(clusterOf(directory)), false)
  const postgres = await startEmbeddedPostgres({ directory })
  assert.deepEqual(unfinishedFolders(), [])
  await postgres.stop()
})

test('a stale postmaster.pid with the id of another program does not prevent a start', async (t) => {
  const directory = newDirectory(t)
  await (await startEmbeddedPostgres({ directory })).stop()
  const { uid, gid } = statSync(clusterOf(directory))
  const identity = isRoot ? { uid, gid } : {}
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  })
  writeFileSync(
    join(clusterOf(directory), 'postmaster.pid'),
    `${stranger.pid}\n${clusterOf(directory)}\n1\n5432\n\n\n\n`,
  )
  const postgres = await startEmbeddedPostgres({ directory })
  await postgres.stop()
  assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  await kill(stranger)
})

test('a site that exits without stop() ends its server', async (t) => {
  const directory = newDirectory(t)
  const { site } = startSite(directory, 'leave')
  await once(site, 'exit')
  await until(() => postgresProcesses(clusterOf(directory)).length === 0)
  assert.equal(existsSync(join(clusterOf(directory), 'postmaster.pid')), false)
})

test('a long path and, as root, an inaccessible one work too', async (t) => {
  const long = newDirectory(t, `zhitu-test-${'长'.repeat(30)}-`)
  const closed = newDirectory(t)
  chmodSync(closed, 0o700)
  for (const directory of [long, closed]) {
    const postgres = await startEmbeddedPostgres({ directory })
    assert.deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
    await postgres.stop()
    assert.equal(postgres.connection.host === clusterOf(directory), existsSync(postgres.connection.host))
  }
})

test('a file of root inside the cluster is given to the account of the cluster', { skip: !isRoot }, async (t) => {
  const directory = newDirectory(t)
  await (await startEmbeddedPostgres({ directory })).stop()
  const file = join(clusterOf(directory), 'global', 'pg_control')
  chownSync(file, 0, 0)
  await (await startEmbeddedPostgres({ directory })).stop()
  assert.equal(statSync(file).uid, statSync(clusterOf(directory)).uid)
})

test('a cluster of another version and a foreign folder are refused with a sentence', async (t) => {
  const directory = newDirectory(t)
  await (await startEmbeddedPostgres({ directory })).stop()
  const version = join(clusterOf(directory), 'PG_VERSION')
  writeFileSync(version, '17\n')
  await assert.rejects(startEmbeddedPostgres({ directory }), { fault: 'version', message: /PostgreSQL 17 建立.*。$/ })
  rmSync(version)
  await assert.rejects(startEmbeddedPostgres({ directory }), {
    fault: 'version',
    message: /不是 PostgreSQL 的数据目录.*。$/,
  })
  assert.match(readFileSync(join(directory, 'postgres.log'), 'utf8'), /ready to accept connections/)
})

test('a disk too small for a new cluster ends the start in a sentence and stays empty', async (t) => {
  const directory = newDirectory(t)
  const disk = mountSmallDisk(directory, '20m')
  if (disk === null) return t.skip(needsRoot)
  try {
    await assert.rejects(startEmbeddedPostgres({ directory }), {
      fault: 'full',
      message: /^磁盘满了.*腾出空间后再试。$/,
    })
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith('postgres-')),
      [],
    )
    disk.resize('200m')
    await (await startEmbeddedPostgres({ directory })).stop()
  } finally {
    disk.unmount()
  }
})
