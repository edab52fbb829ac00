import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { PageCache } from '#server/platform/cache/page-cache.ts'
import { PublicAnswers } from './public-answers.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Starts a server with a mocked clock, whose answer `/like` was stored in the cache and soft-invalidated. Each new
 * computation, and each ping of the database, waits in a list until the test resolves it.
 */
async function startWithStaleAnswer(t: TestContext) {
  const cache = new PageCache(1e6)
  const pings: (() => void)[] = []
  const computations: ((body: string) => void)[] = []
  const ping = () => new Promise<void>((answered) => void pings.push(answered))
  const security = securityHeaders({
    inlineScripts: [],
    isHttps: false,
    isDevelopment: false,
    storageOrigins: { read: [], put: [] },
  })
  const answers = new PublicAnswers(cache, security, ping)
  const app = fastify()
  app.get('/like', async (request, reply) => {
    await answers.send('/like', request, reply, async (dependsOn) => {
      dependsOn('likes' as Parameters<typeof dependsOn>[0], 'text' as Parameters<typeof dependsOn>[0])
      const body = await new Promise<string>((done) => void computations.push(done))
      return { status: 200, headers: { 'content-type': 'text/plain' }, body }
    })
    return reply
  })
  t.after(() => app.close())
  const get = async () => {
    const { body, headers } = await app.inject('/like')
    return { body, isStale: headers['cache-status'] !== undefined }
  }
  const first = get()
  await until(() => computations.length === 1)
  computations[0]?.('old')
  assert.deepEqual(await first, { body: 'old', isStale: false })
  cache.softInvalidate(['likes'])
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return { cache, pings, computations, get }
}

async function until(condition: () => boolean) {
  while (!condition()) await turn()
}

test('a stale answer is not sent while the database answers, however slow the new answer is', async (t) => {
  const { pings, computations, get } = await startWithStaleAnswer(t)
  const asked = get()
  await until(() => computations.length === 2)
  for (let times = 1; times <= 3; times++) {
    t.mock.timers.tick(2000)
    await until(() => pings.length === times)
    pings.at(-1)?.()
    await turn()
  }
  computations[1]?.('new')
  assert.deepEqual(await asked, { body: 'new', isStale: false })
})

test('a stale answer is sent when the database does not answer', async (t) => {
  const { pings, computations, get } = await startWithStaleAnswer(t)
  const asked = get()
  await until(() => computations.length === 2)
  t.mock.timers.tick(2000)
  await until(() => pings.length === 1)
  t.mock.timers.tick(1000)
  assert.deepEqual(await asked, { body: 'old', isStale: true })
})

test('a stale answer that is invalidated while the database is awaited is not sent', async (t) => {
  const { cache, pings, computations, get } = await startWithStaleAnswer(t)
  const asked = get()
  await until(() => computations.length === 2)
  t.mock.timers.tick(2000)
  await until(() => pings.length === 1)
  cache.invalidate(['text'])
  t.mock.timers.tick(1000)
  await until(() => computations.length === 3)
  computations[2]?.('new')
  assert.deepEqual(await asked, { body: 'new', isStale: false })
})

test('a change that arrives shows that the database is back', async (t) => {
  const { cache, pings, computations, get } = await startWithStaleAnswer(t)
  const asked = get()
  await until(() => computations.length === 2)
  t.mock.timers.tick(2000)
  await until(() => pings.length === 1)
  t.mock.timers.tick(1000)
  assert.equal((await asked).isStale, true)
  cache.softInvalidate(['likes'])
  const again = get()
  await until(() => computations.length === 3)
  computations[2]?.('new')
  assert.deepEqual(await again, { body: 'new', isStale: false })
})
