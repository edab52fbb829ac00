import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sweepAccounts } from '#server/account/sweep-accounts.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { rateLimitStore } from './rate-limit-store.ts'

test('limits hold for all nodes together', async (t) => {
  const { url, db, secondNode } = await startTestSite(t)
  const nodes = [url, await secondNode(), await secondNode()]
  let asked = 0
  const ask = (path: string, address: string, init: RequestInit = {}) => {
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' }
    return fetch(nodes[asked++ % nodes.length] + path, { ...init, headers })
  }
  const guess = (address: string) =>
    ask('/api/v1/auth/login', address, { method: 'POST', body: '{"account":"x","password":"y"}' })
  const countRows = async () => (await db.selectFrom('rateLimit').selectAll().execute()).length

  await t.test('an address has one limit on all nodes, and the answer says how long to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 45 }, () => guess('10.98.0.1')))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      [400, 429].map((one) => statuses.filter((status) => status === one).length),
      [30, 15],
    )
    const refused = answers.find(({ status }) => status === 429)
    const wait = Number(refused?.headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= 60)
    assert.equal(refused?.headers.get('x-ratelimit-remaining'), '0')
    assert.equal((await guess('10.98.0.2')).status, 400)
  })

  await t.test('a window ends on all nodes', async () => {
    for (let n = 0; n < 30; n++) await guess('10.98.0.3')
    await sql`update rate_limit set ends_at = now()`.execute(db)
    for (let n = 0; n < 30; n++) assert.equal((await guess('10.98.0.3')).status, 400)
    assert.equal((await guess('10.98.0.3')).status, 429)
  })

  await t.test('a flood beyond the limit reaches the database once for each node', async () => {
    await Promise.all(Array.from({ length: 30 }, () => guess('10.98.0.4')))
    for (let n = 0; n < 30; n++) assert.equal((await guess('10.98.0.4')).status, 429)
    const { calls } = await db
      .selectFrom('rateLimit')
      .select('calls')
      .where('key', '=', '10.98.0.4 auth.login')
      .executeTakeFirstOrThrow()
    assert.equal(calls, 30 + nodes.length)
  })

  await t.test('uploads are counted too, and calls that read or have no limit cost no statement', async () => {
    await db.deleteFrom('rateLimit').execute()
    for (const path of [
      '/',
      '/api/v1/auth/loginStatus',
      '/api/v1/tag/list',
      '/opds/search?q=x',
      '/healthz',
      '/cover/none.webp',
    ])
      await ask(path, '10.98.0.5')
    assert.equal(await countRows(), 0)
    await ask('/storage/nothing.webp', '10.98.0.5', { method: 'PUT', body: 'x' })
    const keys = (await db.selectFrom('rateLimit').select('key').orderBy('key').execute()).map(({ key }) => key)
    assert.deepEqual(keys, ['10.98.0.5 upload'])
  })

  await t.test('an upload beyond the limit gets the error SlowDown', async () => {
    const put = () => ask('/storage/nothing.webp', '10.98.0.6', { method: 'PUT', body: 'x' })
    await put()
    await sql`update rate_limit set calls = 1000`.execute(db)
    const answer = await put()
    assert.equal(answer.status, 503)
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    assert.match(await answer.text(), /<Code>SlowDown</)
  })

  await t.test('ended windows are swept', async () => {
    await sql`update rate_limit set ends_at = now() - interval '1 second'`.execute(db)
    await sweepAccounts(db)
    assert.equal(await countRows(), 0)
  })
})

test('a limit of one node alone counts each address, and begins anew when its window ends', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000 })
  const store = new (rateLimitStore({} as never))({}).child({} as never)
  const count = (address: string) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    store.incr(address, (_, counted) => resolve(counted), 60_000, 300)
    return promise
  }
  assert.deepEqual(await count('10.98.0.7'), { current: 1, ttl: 60_000 })
  t.mock.timers.tick(59_999)
  assert.deepEqual(await count('10.98.0.7'), { current: 2, ttl: 1 })
  assert.deepEqual(await count('10.98.0.8'), { current: 1, ttl: 60_000 })
  t.mock.timers.tick(1)
  assert.deepEqual(await count('10.98.0.7'), { current: 1, ttl: 60_000 })
})
