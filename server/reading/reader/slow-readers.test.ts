import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { entryBase } from '#shared/book-text.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { draftEpub, opf } from '../../../test/draft-epubs.ts'
import { putEpub } from '../../../test/put-epub.ts'
import { startTestSite } from '../../../test/test-site.ts'

const megabyte = 1024 * 1024
const fontBytes = 16 * megabyte

/** Returns a book with a font that cannot be compressed. */
function bookWithFont(): Buffer {
  const manifest = '<item id="font" href="f.ttf" media-type="font/ttf"/>'
  return draftEpub({ parts: { 'OEBPS/content.opf': opf({ manifest }), 'OEBPS/f.ttf': randomBytes(fontBytes) } })
}

/** Counts the bytes that the site reads from its storage, and the streams that are open. */
function countReads(t: TestContext, storage: Storage) {
  const counts = { bytes: 0, opened: 0, open: 0 }
  const get = storage.get.bind(storage)
  t.mock.method(storage, 'get', async (...asked: Parameters<Storage['get']>) => {
    const found = await get(...asked)
    if (found === undefined) return found
    counts.opened += 1
    counts.open += 1
    found.body.on('data', (chunk: Buffer) => (counts.bytes += chunk.length)).once('close', () => (counts.open -= 1))
    found.body.pause()
    return found
  })
  return counts
}

/** Sends a request and reads nothing of the answer. */
function askAndWait(url: string, path: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n`)
  return socket
}

/** Returns the connections that servers of this process accept from now on. */
function watchConnections(t: TestContext): Socket[] {
  const accepted: Socket[] = []
  const add = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', add)
  t.after(() => unsubscribe('net.server.socket', add))
  return accepted
}

/** Waits until a condition holds, at most a minute. */
async function until(condition: () => boolean) {
  for (let tries = 0; tries < 3000 && !condition(); tries += 1) await pause(20)
  assert.ok(condition())
}

/** Waits until a number stays the same between two looks. */
async function settled(look: () => number): Promise<number> {
  for (let before = -1; ;) {
    const now = look()
    if (now === before) return now
    before = now
    await pause(200)
  }
}

test('readers who take nothing of a large file of a book hold little of it', async (t) => {
  const site = await startTestSite(t)
  const ids = await putEpub(site, bookWithFont())
  const path = `${entryBase(await site.visitor.reading.outline(ids))}OEBPS/f.ttf`
  const counts = countReads(t, site.storage)
  const readers = 12
  const accepted = watchConnections(t)
  const sockets = Array.from({ length: readers }, () => askAndWait(site.url, path))
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  await until(() => counts.open === readers)
  const read = await settled(() => counts.bytes)
  // The rest is what the kernel takes for a connection.
  assert.ok(read < (readers * fontBytes) / 2, `${Math.round(read / megabyte)} MB were read`)
  const taken = accepted.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0)
  const held = (read - taken) / readers / megabyte
  assert.ok(taken > 0 && held < 1, `${held.toFixed(2)} MB are held for each reader`)
  await t.test('and HEAD reads nothing', async () => {
    const before = counts.opened
    const { status } = await fetch(site.url + path, { method: 'HEAD' })
    assert.deepEqual([status, counts.opened], [200, before])
  })
})

test('a connection that takes nothing is closed, and those on which nothing waits stay open', async (t) => {
  const site = await startTestSite(t, {}, { stallMs: 300 })
  const ids = await putEpub(site, bookWithFont())
  const { url, visitor } = site
  const font = `${entryBase(await visitor.reading.outline(ids))}OEBPS/f.ttf`
  const whole = `/book/${ids.bookId}/file/${ids.fileId}.epub`
  for (const path of [font, whole]) await fetch(url + path, { method: 'HEAD' })
  const counts = countReads(t, site.storage)
  const idle = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => idle.destroy())
  const { token, api } = await site.newUser()
  const stream = await fetch(`${url}/api/v1/user/message/stream`, { headers: { authorization: token } })
  const events = stream.body?.getReader() ?? assert.fail()
  t.after(() => events.cancel())
  await events.read()
  const port = await portOf(url, idle)

  const sockets = [font, whole, font].map((path) => askAndWait(url, path))
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  await until(() => counts.opened >= 3)
  // The last client goes on sending a next request, one byte at a time.
  sockets[2]?.write('GET / HTTP/1.1\r\nx-note: ')
  const sending = setInterval(() => sockets[2]?.write('a'), 50)
  t.after(() => clearInterval(sending))
  await until(() => counts.open === 0)

  assert.equal(await portOf(url, idle), port)
  await api.message.readAll()
  await events.read()
})

/** Asks for a small answer and returns the local port of the connection. */
function portOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/healthz`, { agent }, (response) => {
      const { localPort } = response.socket
      response.resume().once('end', () => resolve(localPort))
    })
    sent.once('error', reject).end()
  })
}
