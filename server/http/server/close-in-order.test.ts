import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startTestSite } from '../../../test/test-site.ts'

test('a request that never ends does not prevent the site from stopping', async (t) => {
  const sockets: Socket[] = []
  // The inner test's site is closed when that test ends. Its clients never finish their requests, so without a grace
  // period closing would wait forever.
  await t.test('a site with half-sent requests', async (t) => {
    const { url } = await startTestSite(t, {}, { closeGraceMs: 50 })
    for (let n = 0; n < 5; n++) {
      const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
      sockets.push(socket.on('error', () => undefined))
      await once(socket, 'connect')
      socket.write(
        'POST /api/v1/book/list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      )
    }
    // This request is sent after the others, so its answer shows that the server has read the earlier ones.
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
  })
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
})
