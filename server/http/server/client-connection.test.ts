import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { limitAnswers } from './client-connection.ts'
import { createHttpServer } from './request-head.ts'

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
  // An answer that nothing refers to is garbage, and its connection is closed.
  const answers: Response[] = []
  const ask = async (path: string, address = '10.0.0.1') => {
    const answer = await fetch(url + path, { headers: { 'x-forwarded-for': address } })
    return answers[answers.push(answer) - 1]?.status
  }

  await Promise.all(Array.from({ length: 99 }, () => ask('/slow')))
  assert.equal(await ask('/fast'), 200)
  assert.equal(await ask('/slow'), 200)
  assert.deepEqual([await ask('/fast'), await ask('/slow')], [500, 500])
  assert.deepEqual([await ask('/fast', '10.0.0.2'), await ask('/stream')], [200, 200])
  ends[0]?.()
  for (let tries = 0; tries < 500 && (await ask('/fast')) !== 200; tries += 1);
  assert.equal(await ask('/fast'), 200)
})

test('a client that sends many requests without waiting for the answers is cut off', async (t) => {
  let begun = 0
  const answer = (_: IncomingMessage, response: ServerResponse) => void response.end(`${++begun}`)
  const server = createHttpServer({}, answer, answer).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Sends requests at once and returns how many of them the server began to answer. */
  const send = async (count: number, headers: string) => {
    begun = 0
    const request = (more = '') => `GET / HTTP/1.1\r\n${headers}${more}\r\n`
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.resume().write(request().repeat(count - 1) + request('connection: close\r\n'))
    await new Promise((done) => socket.once('close', done))
    return begun
  }
  for (const headers of ['', 'host: x\r\n', 'host: x\r\nexpect: x\r\n']) {
    assert.equal(await send(16, headers), 16)
    const count = await send(1000, headers)
    assert.ok(count <= 16, `${count} requests were answered`)
  }
})
