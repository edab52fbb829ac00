import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import { copySmallCatalog } from './catalog-copy.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { freePort } from './free-port.ts'
import { databaseAddress, type SiteProcess, spawnSite, waitUntilReady } from './site-process.ts'
import { createTestDatabase } from './test-database.ts'

type Later = ReturnType<typeof closing>

/** Returns a function that registers cleanup functions, which run in reverse order at the end of the test. */
function closing(t: TestContext): (close: () => unknown) => void {
  const closes: (() => unknown)[] = []
  t.after(async () => {
    for (const close of closes.toReversed()) await close()
  })
  return (close) => void closes.push(close)
}

/** Starts a site in a child process and stops it at the end of the test. */
async function startSite(later: Later, environment: Record<string, string>): Promise<SiteProcess> {
  const site = spawnSite(environment, await freePort())
  later(async () => {
    site.child.kill('SIGKILL')
    await site.exited
  })
  return site
}

async function waitForOutput({ output, exited }: SiteProcess, words: string) {
  const ended = Symbol('ended')
  while (!output().includes(words)) {
    const turn = new Promise((done) => setTimeout(done, 20))
    if ((await Promise.race([exited.then(() => ended), turn])) === ended && !output().includes(words))
      assert.fail(`ended without saying ${words}: ${output()}`)
  }
}

async function stop(site: SiteProcess) {
  site.child.kill('SIGTERM')
  assert.equal(await site.exited, 0, site.output())
  assert.doesNotMatch(site.output(), /\n\s+at /)
}

async function openClient(later: Later, connection: Connection) {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  later(() => client.end())
  return client
}

test('the site waits for its database and logs the connection error', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const { connection, drop } = await createTestDatabase()
  later(drop)
  const port = await freePort()
  const site = await startSite(later, { DATABASE_URL: `postgres://zhitu@127.0.0.1:${port}/${connection.database}` })
  await waitForOutput(site, '正在等数据库：connect ECONNREFUSED')
  const door = await openDatabaseProxy(port, connection)
  later(() => door.close())
  door.refuse('57P03', 'the database system is starting up')
  await waitForOutput(site, '正在等数据库：the database system is starting up')
  door.refuse('53300', 'sorry, too many clients already')
  await waitForOutput(site, '正在等数据库：sorry, too many clients already')
  door.open()
  await waitUntilReady(site)
  await stop(site)
})

test('a stop signal or the time limit ends the wait for the database', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const DATABASE_URL = `postgres://zhitu@no-such-host.invalid:1/none`
  const site = await startSite(later, { DATABASE_URL })
  await waitForOutput(site, '正在等数据库')
  await stop(site)
  const impatient = await startSite(later, { DATABASE_URL, DATABASE_WAIT_SECONDS: '1' })
  assert.equal(await impatient.exited, 1)
  assert.match(impatient.output().trim(), /^等了 \d 秒，仍连不上 DATABASE_URL 所说的数据库：.+。$/m)
  assert.doesNotMatch(impatient.output(), /\n\s+at /)
})

test('a permanent database error ends the start with one message', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  later(drop)
  const port = await freePort()
  const door = await openDatabaseProxy(port, connection)
  later(() => door.close())
  const refused = async (path: string, sentence: RegExp) => {
    const site = await startSite(later, { DATABASE_URL: `postgres://${path}` })
    assert.equal(await site.exited, 1)
    assert.match(site.output().trim(), sentence)
  }
  await refused(`zhitu@127.0.0.1:${port}/no_such_database`, /^不能使用数据库：没有这个数据库，请先建立它（.+）。$/)
  await refused(`nobody_here@127.0.0.1:${port}/${connection.database}`, /^不能使用数据库：数据库里没有这个用户.+。$/)
  door.refuse('28P01', 'password authentication failed for user "zhitu"')
  await refused(`zhitu:wrong@127.0.0.1:${port}/zhitu`, /^不能使用数据库：用户名或密码不对（.+）。$/)
  door.refuse('08P01', 'no such user')
  await refused(`zhitu@127.0.0.1:${port}/zhitu`, /^不能使用数据库：.*连接池.+。$/)
})

test('starting nodes wait for each other without a statement that could time out', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  later(drop)
  const holder = await openClient(later, connection)
  const names = { migrations: '更新数据库', catalog: '载入书目', library: '载入书库', 'first admin': '建立管理员账号' }
  const lock = (verb: string, name: string) =>
    holder.query(`select pg_advisory_${verb}(hashtextextended($1, 0))`, [name])
  for (const name of Object.keys(names)) await lock('lock', name)
  const CATALOG = await copySmallCatalog(t, ['hunan-hubei.yaml'])
  const site = await startSite(later, { DATABASE_URL: databaseAddress(connection), CATALOG })
  for (const [name, doing] of Object.entries(names)) {
    await waitForOutput(site, `正在等另一个节点${doing}`)
    // Tests in other databases of the same PostgreSQL server wait for locks too, so only locks of this test's database
    // are counted.
    const isOfThisDatabase = 'pid in (select pid from pg_stat_activity where datname = current_database())'
    const { rows } = await holder.query(`select from pg_locks where not granted and ${isOfThisDatabase}`)
    assert.equal(rows.length, 0, 'no statement waits')
    await lock('unlock', name)
  }
  await waitUntilReady(site)
  await stop(site)
})

test('an interrupted first start ends cleanly and the next start completes it', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  later(drop)
  const books = ['hunan-hubei.yaml', 'geography-travel.yaml', 'classics-philosophers.yaml']
  const environment = { DATABASE_URL: databaseAddress(connection), CATALOG: await copySmallCatalog(t, books) }
  const holder = await openClient(later, connection)
  await holder.query(`select pg_advisory_lock(hashtextextended('catalog', 0))`)
  const waiting = await startSite(later, environment)
  await waitForOutput(waiting, '正在等另一个节点载入书目')
  await stop(waiting)
  await holder.query(`select pg_advisory_unlock(hashtextextended('catalog', 0))`)
  const loading = await startSite(later, environment)
  const isLoading = `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  while ((await holder.query(isLoading)).rows.length === 0) await new Promise((done) => setTimeout(done, 5))
  await stop(loading)
  const last = await startSite(later, environment)
  await waitUntilReady(last)
  // The stop signal may reach the process `loading` only after its start is complete. That process has then already
  // created the account of the administrator and printed it, and the last start prints no account.
  if (!loading.output().includes('管理员账号')) await waitForOutput(last, '管理员账号')
  await stop(last)
})

test('a first start that cannot listen has said how its admin logs in', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  later(drop)
  const first = await startSite(later, {
    DATABASE_URL: databaseAddress(connection),
    CATALOG: 'none',
    HOST: '192.0.2.1',
  })
  assert.equal(await first.exited, 1)
  assert.match(first.output(), /管理员账号（只显示这一次，请记下）：\S+　密码：\S+/)
})

test('an uncaught error is logged and shuts the site down cleanly', { timeout: 300_000 }, async (t) => {
  const later = closing(t)
  const { connection, drop } = await createTestDatabase()
  later(drop)
  for (const raise of ['throw new Error("thrown on purpose")', 'Promise.reject(new Error("rejected on purpose"))']) {
    const onSignal = encodeURIComponent(`process.on('SIGUSR2', () => { ${raise} })`)
    const site = await startSite(later, {
      DATABASE_URL: databaseAddress(connection),
      NODE_OPTIONS: `--import=data:text/javascript,${onSignal}`,
    })
    await waitUntilReady(site)
    site.child.kill('SIGUSR2')
    assert.equal(await site.exited, 1)
    assert.match(site.output(), /"level":60.*(thrown|rejected) on purpose.*"msg":"uncaught error"/)
  }
})
