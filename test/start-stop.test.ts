import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient, toRequest } from '#shared/contract/client.ts'
import { copySmallCatalog } from './catalog-copy.ts'
import { freePort } from './free-port.ts'
import { spawnSite, waitUntilReady, type SiteProcess } from './site-process.ts'
import { slowLogin } from './slow-login.ts'

test('the site starts and stops cleanly', { timeout: 300_000 }, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-start-'))
  await chmod(directory, 0o755)
  const environment: Record<string, string> = { DATA_DIR: directory }
  const running = new Set<SiteProcess>()
  t.after(async () => {
    for (const { child, exited } of running) {
      child.kill('SIGKILL')
      await exited
    }
    if (existsSync(join(directory, 'postgres/postmaster.pid'))) {
      // If the test has failed, the database of a killed site may still run. One more regular start and stop of the
      // site shuts it down.
      const last = spawnSite(environment, await freePort())
      await waitUntilReady(last)
      last.child.kill('SIGTERM')
      await last.exited
    }
    await rm(directory, { recursive: true, force: true })
  })
  // Loading the whole catalogue takes several seconds of processor time, and other tests do it.
  environment['CATALOG'] = await copySmallCatalog(t, ['hunan-hubei.yaml'])
  const start = async (more: Record<string, string> = {}) => {
    const site = spawnSite({ ...environment, ...more }, await freePort())
    running.add(site)
    void site.exited.then(() => running.delete(site))
    return site
  }
  const stop = async (site: SiteProcess) => {
    site.child.kill('SIGTERM')
    assert.equal(await site.exited, 0, site.output())
  }
  const startReady = async (more?: Record<string, string>) => {
    const site = await start(more)
    await waitUntilReady(site)
    return site
  }
  let password = ''
  // Each subtest uses the site that the subtest before it has started, because a start takes more than a second of
  // processor time.
  let site: SiteProcess

  await t.test('the first start loads the catalogue and prints the admin account once', async () => {
    site = await startReady()
    await until(() => site.output().includes('管理员账号'))
    assert.match(site.output(), /书目已载入（\d+ 本）/)
    password = /admin@zhitu\.local　密码：(\S+)/.exec(site.output())?.[1] ?? ''
    const { user } = await client(site).auth.login({ account: 'admin@zhitu.local', password })
    assert.deepEqual(user.roles, ['admin'])
    await stop(site)
    site = await startReady({ DRAIN_SECONDS: '600', ...(await listenLikeSystemd(directory)) })
    await until(() => site.output().includes('已经开张'))
    assert.doesNotMatch(site.output(), /管理员账号|书目已载入/)
  })

  await t.test('the site tells systemd that it is ready and that it works', () =>
    until(async () => /^READY=1\n(.*\n)*WATCHDOG=1\n/.test(await readFile(join(directory, 'states'), 'utf8'))),
  )

  await t.test(
    'a draining site answers all requests, and a running one is finished before the site stops',
    async () => {
      site.child.kill('SIGTERM')
      await until(async () => (await fetch(`${site.url}/readyz`)).status === 503)
      await until(async () => (await readFile(join(directory, 'states'), 'utf8')).includes('STOPPING=1\n'))
      const answer = await fetch(`${site.url}/book`)
      assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
      // A second signal ends the time for which a stopping site still accepts requests.
      const answered = slowLogin(site, 'admin@zhitu.local', password, () => site.child.kill('SIGTERM'))
      assert.equal((await answered).code, 0)
      assert.equal(await site.exited, 0)
    },
  )

  await t.test('a used port and an invalid setting end the start with a message', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => blocker.once('listening', ready))
    const { port } = blocker.address() as AddressInfo
    const blocked = spawnSite(environment, port)
    assert.equal(await blocked.exited, 1)
    assert.match(blocked.output(), new RegExp(`端口 ${port} 已被占用`))
    blocker.close()
    const wrong = await start({ FEATURE_VIDEO: 'maybe' })
    assert.equal(await wrong.exited, 1)
    assert.equal(wrong.output().trim(), '环境变量 FEATURE_VIDEO 不对：须为 on 或 off。')
    // Nobody can create a folder in /proc, so the site cannot create its data directory there.
    const nowhere = await start({ DATA_DIR: '/proc/zhitu/data' })
    assert.equal(await nowhere.exited, 1)
    assert.match(nowhere.output(), /^无法建立数据目录 \/proc\/zhitu\/data：.*。$/m)
    const unreachable = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_WAIT_SECONDS: '0' })
    assert.equal(await unreachable.exited, 1)
    assert.match(unreachable.output(), /连不上 DATABASE_URL/)
  })

  await t.test('a second start on the same data directory fails and the first site keeps running', async () => {
    site = await startReady()
    const second = await start()
    assert.equal(await second.exited, 1)
    assert.match(second.output(), /[\u4e00-\u9fff]/)
    assert.doesNotMatch(second.output(), /at .*\.ts:\d+/)
    assert.equal((await fetch(`${site.url}/readyz`)).status, 200)
  })

  await t.test('acknowledged writes survive a killed app process', async () => {
    const tokens: string[] = []
    // The site is killed during a series of logins: all logins that it has answered must still exist after the next
    // start.
    const logins = (async () => {
      for (;;) tokens.push((await client(site).auth.login({ account: 'admin@zhitu.local', password })).token)
    })().catch(() => undefined)
    await until(() => tokens.length >= 5)
    site.child.kill('SIGKILL')
    await Promise.all([site.exited, logins])
    site = await startReady()
    for (const token of tokens) assert.ok((await client(site, token).auth.loginStatus()).id)
  })

  await t.test('the site recovers from a killed database, at the latest on the next start', async () => {
    const [pid] = (await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    const { token } = await client(site).auth.login({ account: 'admin@zhitu.local', password })
    const bookId = (await client(site).book.list()).list[0]?.id ?? ''
    const statuses = new Set<number>()
    const isOver = Promise.withResolvers<boolean>()
    // Eight clients write at the same time, so that connections break at every stage of a call.
    const writers = Array.from({ length: 8 }, async () => {
      while (!(await Promise.race([isOver.promise, false]))) statuses.add(await writeShelf(site, token, bookId))
    })
    await until(() => statuses.has(200))
    process.kill(Number(pid), 'SIGKILL')
    const recovered = until(
      async () =>
        (await fetch(`${site.url}/readyz`).catch(() => undefined))?.status === 200 && (await isNewDatabase(pid ?? '')),
    )
    await recovered
    isOver.resolve(true)
    await Promise.all(writers)
    assert.deepEqual([...statuses].toSorted(), [200, 503], site.output())
    assert.ok((await client(site).book.list()).total > 0)
    await stop(site)
  })

  async function isNewDatabase(pid: string) {
    const text = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
    return text !== '' && !text.startsWith(`${pid}\n`)
  }
})

function client({ url }: SiteProcess, token?: string) {
  return createClient(async (call) => {
    const { method, url: path, body } = await toRequest(call)
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    return (await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })).json()
  })
}

/**
 * Returns the variables by which systemd tells a service where to report its state. A program in place of
 * `systemd-notify` writes the states into the file `states` of a folder.
 */
async function listenLikeSystemd(directory: string): Promise<Record<string, string>> {
  const program = join(directory, 'systemd-notify')
  await writeFile(program, '#!/bin/sh\necho "$1" >> "$NOTIFY_SOCKET"\n')
  await chmod(program, 0o755)
  await writeFile(join(directory, 'states'), '')
  const PATH = `${directory}:${process.env['PATH']}`
  return { PATH, NOTIFY_SOCKET: join(directory, 'states'), WATCHDOG_USEC: '500000' }
}

/** Puts a book on the user's shelf and returns the HTTP status of the answer. */
async function writeShelf({ url }: SiteProcess, token: string, bookId: string): Promise<number> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ bookId, state: 'want' })
  return (await fetch(`${url}/api/v1/user/shelf`, { method: 'PUT', headers, body })).status
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await new Promise((wait) => setTimeout(wait, 50))
}
