import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { deleteEndedJobsJob } from '#server/platform/jobs/housekeeping-job.ts'
import { freePort } from './free-port.ts'
import { databaseAddress, spawnSite, waitUntilReady } from './site-process.ts'
import { slowLogin } from './slow-login.ts'
import { createTestDatabase } from './test-database.ts'

test('several workers share the port of one site', { timeout: 300_000 }, async (t) => {
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  const db = openDatabase(connection, () => undefined, { size: 2 })
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-workers-'))
  await chmod(directory, 0o755)
  const settings = {
    DATABASE_URL: databaseAddress(connection),
    DATA_DIR: directory,
    CATALOG: 'none',
    WORKERS: '2',
    DRAIN_SECONDS: '600',
  }
  const site = spawnSite(settings, await freePort())
  t.after(async () => {
    site.child.kill('SIGKILL')
    await site.exited
    await db.destroy()
    await drop()
    await rm(directory, { recursive: true, force: true })
  })
  /** Returns the ids of all worker processes that have begun to answer requests so far, the first one first. */
  const workers = () =>
    [...site.output().matchAll(/"worker":(\d+),"msg":"worker ready"/g)].map(([, pid]) => Number(pid))

  await t.test('the site is prepared and announced once', async () => {
    await waitUntilReady(site)
    await until(() => site.output().includes('已经开张'))
    for (const words of ['数据库已更新', '已经开张', '管理员账号'])
      assert.equal(site.output().split(words).length, 2, site.output())
    assert.equal(workers().length, 2)
  })

  await t.test('both workers run background jobs, each job once', async () => {
    const list = () => db.selectFrom('job').select(['state', 'attempts']).where('name', '=', deleteEndedJobsJob.name)
    for (let count = 0; count < 10; count++) await enqueue(db, deleteEndedJobsJob, {})
    await until(async () => (await list().execute()).every(({ state }) => state === 'done'))
    assert.deepEqual(
      (await list().execute()).map(({ attempts }) => attempts),
      Array.from({ length: 10 }, () => 1),
    )
    assert.equal((await db.selectFrom('jobWorker').select('name').execute()).length, 2)
  })

  await t.test('the site answers while one worker after the other is killed and replaced', async () => {
    const visitor = visit(`${site.url}/book`)
    const killed = workers()
    for (const pid of killed) {
      const before = workers().length
      process.kill(pid, 'SIGKILL')
      await until(() => workers().length > before)
      const { answers } = visitor.seen
      await until(() => visitor.seen.answers > answers)
    }
    const { failures } = await visitor.leave()
    // A killed worker can lose two requests of a visitor who sends one after the other: the one it was answering, and
    // one that the supervisor passes to it before the supervisor learns of its end.
    assert.ok(failures <= 2 * killed.length, `only the requests that a killed worker had may fail, but ${failures} did`)
    assert.equal(site.output().split('worker ended').length - 1, killed.length)
    assert.ok(!killed.some(isAlive))
  })

  await t.test('all workers of a draining site answer, but are no longer ready', async () => {
    site.child.kill('SIGTERM')
    // The supervisor distributes new connections to the two workers in turn, so two requests reach both.
    await until(async () =>
      [await statusOf(`${site.url}/readyz`), await statusOf(`${site.url}/readyz`)].every((status) => status === 503),
    )
    const answer = await fetch(`${site.url}/book`)
    assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
    assert.equal(await statusOf(`${site.url}/healthz`), 200)
  })

  // The previous subtest has sent the first stop signal. The second one ends the time for which the stopping site still
  // accepts requests.
  await t.test('a stop finishes the running request and leaves no process', async () => {
    const running = workers().slice(-2)
    assert.ok(running.every(isAlive))
    const password = /admin@zhitu\.local　密码：(\S+)/.exec(site.output())?.[1] ?? ''
    const { code } = await slowLogin(site, 'admin@zhitu.local', password, () => site.child.kill('SIGTERM'))
    assert.equal(code, 0)
    assert.equal(await site.exited, 0, site.output())
    assert.ok(!running.some(isAlive))
    assert.equal(workers().length, 4)
  })
})

test('a site whose workers cannot start ends with a message', { timeout: 120_000 }, async (t) => {
  const { connection, drop } = await createTestDatabase()
  t.after(drop)
  const settings = { DATABASE_URL: databaseAddress(connection), CATALOG: 'none', WORKERS: '2', HOST: '203.0.113.1' }
  const site = spawnSite(settings, await freePort())
  assert.equal(await site.exited, 1)
  assert.match(site.output(), /这台机器上没有地址 203\.0\.113\.1，请检查 HOST。/)
  assert.doesNotMatch(site.output(), /已经开张|\n\s+at /)
})

/**
 * Requests a page again and again until `leave` is called. Each request has a connection of its own, so the supervisor
 * chooses a worker for each.
 */
function visit(url: string) {
  const seen = { answers: 0, failures: 0 }
  const leaving = new AbortController()
  const ended = (async () => {
    while (!leaving.signal.aborted) {
      const status = await statusOf(url).catch(() => undefined)
      if (status === 200) seen.answers++
      else seen.failures++
    }
    return seen
  })()
  return { seen, leave: () => (leaving.abort(), ended) }
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    get(url, { agent: false }, (response) =>
      response
        .on('error', failed)
        .on('end', () => done(response.statusCode))
        .resume(),
    ).on('error', failed)
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await new Promise((wait) => setTimeout(wait, 50))
}
