import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { limitAnswers } from './client-connection.ts'

test('one address receives at most a hundred answers at once', async (t) => {
  const app = Fastify({ trustProxy: true })
  t.after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  limitAnswers(app, ({ url }) => url === '/stream')
  const ends: (() => void)[] = []
  for (const path of ['/slow', '/stream'])
    app.get(path, (_, reply) => {
      reply.hijack()
      reply.raw.write('the beginning')
      ends.push(() => reply.raw.end())
    })
  app.get('/fast', () => 'all of it')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path: string, address = '10.0.0.1') =>
    (await fetch(url + path, { headers: { 'x-forwarded-for': address } })).status

  await Promise.all(Array.from({ length: 99 }, () => ask('/slow')))
  assert.equal(await ask('/fast'), 200)
  assert.equal(await ask('/slow'), 200)
  assert.deepEqual([await ask('/fast'), await ask('/slow')], [500, 500])
  assert.deepEqual([await ask('/fast', '10.0.0.2'), await ask('/stream')], [200, 200])
  ends[0]?.()
  for (let tries = 0; tries < 500 && (await ask('/fast')) !== 200; tries += 1);
  assert.equal(await ask('/fast'), 200)
})
