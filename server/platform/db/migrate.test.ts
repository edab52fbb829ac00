import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase } from '../../../test/test-database.ts'
import { explainStartFailure } from '#server/start/start-failure.ts'
import { describeUnfit } from './require-server.ts'
import { migrate } from './migrate.ts'

const landed = join(import.meta.dirname, 'migrations')
const last = '0998-add-a-column.sql'
const newest = '0999-index-a-column.sql'

/**
 * Prepares a test database, a connection to the database, and a copy of the migrations folder that the test may change.
 */
async function prepare(t: TestContext, { isEmpty }: { isEmpty: boolean }) {
  const { connection, drop } = await createTestDatabase({ isEmpty })
  const client = new pg.Client(connection)
  await client.connect()
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-migrations-'))
  t.after(async () => {
    await client.end()
    await drop()
    await rm(directory, { recursive: true })
  })
  await cp(landed, directory, { recursive: true })
  const add = (name: string, statements: string) => writeFile(join(directory, name), statements)
  return { connection, client, directory, add }
}

/** Asserts that starting the site fails with a message for the operator and leaves the tables unchanged. */
async function assertRefused(client: pg.Client, start: () => Promise<unknown>, sentence: RegExp) {
  const before = await listTables(client)
  const error = await start().then(
    () => assert.fail('the migration was not refused'),
    (error: unknown) => error,
  )
  assert.match(explainStartFailure(error), sentence)
  assert.deepEqual(await listTables(client), before)
}

async function listTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('two nodes that start together run each migration once', async (t) => {
  const { connection } = await prepare(t, { isEmpty: true })
  const ran = await Promise.all([migrate(connection), migrate(connection)])
  const [none, all] = ran.toSorted((a, b) => a.length - b.length)
  assert.deepEqual(none, [])
  assert.ok((all?.length ?? 0) > 0)
  assert.deepEqual(await migrate(connection), [])
})

test('a migration waits for a table in use, informs the operator, and continues once it is free', async (t) => {
  const { connection, client, directory, add } = await prepare(t, { isEmpty: false })
  await add(newest, 'create index on message (excerpt);')
  await client.query('begin; lock table message in access exclusive mode')
  const announced = Promise.withResolvers<string>()
  const migrated = migrate(connection, { directory, say: announced.resolve })
  assert.match(await announced.promise, /^数据库迁移 0999-index-a-column\.sql 正在等别的连接用完一张表……/)
  await client.query('rollback')
  assert.deepEqual(await migrated, [newest])
})

test('a migration whose process is killed is undone, and the next start runs it', async (t) => {
  const { connection, client, directory, add } = await prepare(t, { isEmpty: false })
  await add(last, 'create table one (id integer);')
  await add(newest, 'create table two (id integer); select pg_sleep(600);')
  const program = `import { migrate } from './migrate.ts'
    await migrate(JSON.parse(process.argv[1]), { directory: process.argv[2] })`
  const args = ['--input-type=module', '--eval', program, JSON.stringify(connection), directory]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' })
  const isAsleep = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  while ((await client.query(isAsleep)).rows.length === 0) await sleep(20)
  child.kill('SIGKILL')
  await add(newest, 'create table two (id integer);')
  assert.deepEqual(await migrate(connection, { directory }), [newest])
})

test('a migration that was changed after it ran is refused', async (t) => {
  const { connection, client, directory, add } = await prepare(t, { isEmpty: false })
  await add(newest, 'create table never (id integer);')
  await appendFile(join(directory, '0003-map.sql'), '\n-- One word more.\n')
  await assertRefused(
    client,
    () => migrate(connection, { directory }),
    /^迁移 0003-map\.sql 的内容与数据库执行过的不同。/,
  )
})

test('an older program starts on a newer schema only if the schema allows it', async (t) => {
  const { connection, client, directory, add } = await prepare(t, { isEmpty: false })
  const program = (await client.query<{ name: string }>('select max(name) as name from migration')).rows[0]?.name ?? ''
  await add(last, `-- Oldest compatible program: ${program.slice(0, 4)}\nalter table book add column extra text;`)
  assert.deepEqual(await migrate(connection, { directory }), [last])
  assert.deepEqual(await migrate(connection), [])
  await add(newest, '-- Oldest compatible program: 0998\ncreate index on book (extra);')
  assert.deepEqual(await migrate(connection, { directory }), [newest])
  await rm(join(directory, newest))
  assert.deepEqual(await migrate(connection, { directory }), [])
  await assertRefused(client, () => migrate(connection), /^数据库已由更新的版本升级到 0999-index-a-column\.sql，/)
})

test('a database of another branch of the program is refused', async (t) => {
  const { connection, client, directory, add } = await prepare(t, { isEmpty: false })
  await add(last, 'create table one (id integer);')
  await migrate(connection, { directory })
  await rm(join(directory, last))
  await add('0998-add-another-column.sql', 'create table other (id integer);')
  await assertRefused(
    client,
    () => migrate(connection, { directory }),
    /^数据库执行过的迁移是 0998-add-a-column\.sql，/,
  )
})

test('a database with tables of another program is refused, even one that names its migrations in the same table', async (t) => {
  const { connection, client } = await prepare(t, { isEmpty: true })
  await client.query('create table invoice (id integer)')
  await assertRefused(client, () => migrate(connection), /^数据库里已有别的程序的表（invoice），知图什么也没有改动。/)
  await client.query('create table migration (name text, ran_at timestamptz)')
  await assertRefused(client, () => migrate(connection), /^数据库里已有别的程序的表（invoice、migration）/)
})

test('a server that is too old is refused in a sentence', () => {
  assert.match(
    describeUnfit({ version: 14_0009, encoding: 'UTF8' }) ?? '',
    /^数据库是 PostgreSQL 14，太旧.*15 或更新的版本。$/,
  )
  assert.equal(describeUnfit({ version: 15_0000, encoding: 'UTF8' }), undefined)
})
