import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { openLog } from '../../../test/open-log.ts'
import { signUpload } from '../../../test/send-upload.ts'
import { startTestSite } from '../../../test/test-site.ts'
import type { UploadPermit } from '#shared/api/upload.ts'
import { pictureDrawing } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { AdmissionLimit } from './admission-limit.ts'

const one = { running: 1, runningWhileIdle: 1, waiting: 1, longestWaitMs: 600_000 }

test('requests beyond the limit are refused, and disconnected ones do no work', { timeout: 60_000 }, async (t) => {
  const { log, until, lines } = openLog()
  const { url, db, newUser, visitor } = await startTestSite(t, {}, { log, admission: one })
  const { token, api } = await newUser()
  const [first, second, third] = (await visitor.book.list()).list
  assert.ok(first && second && third)
  assert.equal((await fetch(`${url}/book/${first.id}`)).status, 200)
  const { running, unlock } = await occupy(t, url, db)

  // The server can queue one more request. Of the next two requests one is therefore queued, and the other is refused.
  const writes = [first, second].map(({ id }) => openWrite(url, token, id))
  const refused = await Promise.race(writes.map(({ answer }, at) => answer.then((text) => ({ at, text }))))
  assert.match(refused.text, /^HTTP\/1\.1 503 /)
  assert.match(refused.text, /\r\nretry-after: \d\r\n/i)
  assert.match(refused.text, /"code":50300,"httpCode":503,"message":"现在访问的人太多/)
  assert.match(refused.text, /content-security-policy: default-src 'none'/i)

  await t.test('a refused page is HTML', async () => {
    const response = await fetch(`${url}/book?tag=湘西`, { headers: { accept: 'text/html' } })
    assert.equal(response.status, 503)
    assert.match(response.headers.get('content-type') ?? '', /text\/html/)
    assert.match(await response.text(), /现在访问的人太多/)
  })

  await t.test('probes, cached pages, files and logout still work', async () => {
    for (const path of ['/healthz', '/readyz', `/book/${first.id}`, '/favicon.svg'])
      assert.equal((await fetch(url + path)).status, 200, path)
    assert.equal((await fetch(`${url}/api/v1/auth/logout`, { method: 'POST' })).status, 200)
  })

  writes[1 - refused.at]?.socket.resetAndDestroy()
  await until(({ msg }) => msg === 'the client disconnected')
  const last = openWrite(url, token, third.id)
  await unlock()
  assert.equal((await running).status, 200)
  assert.match(await last.answer, /^HTTP\/1\.1 200 /)
  const { list } = await api.shelf.list({ state: 'want' })
  assert.deepEqual(
    list.map(({ book }) => book.itemId),
    [third.id],
  )
  assert.ok(lines.some(({ level, reason }) => level === 40 && /太多/.test(String(reason))))
})

test('a waiting request has run no database query', { timeout: 60_000 }, async (t) => {
  const { url, db } = await startTestSite(t, {}, { admission: one })
  const { running, unlock } = await occupy(t, url, db)
  const ask = (address: string) =>
    fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{"account":"nobody@books.test","password":"湘西渡口的船"}',
    })
  const asked = [ask('10.8.0.1'), ask('10.8.0.2')]
  // The server can queue one more request. Of these two requests one is therefore queued, and the other is refused.
  assert.equal((await Promise.race(asked)).status, 503)
  const counted = db.selectFrom('rateLimit').select('calls').where('key', 'like', '%auth.login%')
  assert.deepEqual(await counted.execute(), [])
  await unlock()
  assert.equal((await running).status, 200)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [400, 503])
  assert.deepEqual(await counted.execute(), [{ calls: 1 }])
})

/**
 * Occupies the only slot for a running request with a call that waits for a database lock, until `unlock` is called.
 */
async function occupy(t: TestContext, url: string, db: Db) {
  const lock = Promise.withResolvers<void>()
  const unlock = Promise.withResolvers<void>()
  t.after(() => unlock.resolve())
  const locked = db.transaction().execute(async (trx) => {
    await sql`lock table tag in access exclusive mode`.execute(trx)
    lock.resolve()
    await unlock.promise
  })
  await lock.promise
  const running = fetch(`${url}/api/v1/tag/list`)
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted and relation = 'tag'::regclass`.execute(db)
    if (rows.length > 0) break
  }
  return { running, unlock: () => (unlock.resolve(), locked) }
}

let addresses = 0

/**
 * Sends the API call that puts a book on a shelf, over a new connection and from an IP address of its own. `answer` is
 * the complete HTTP response.
 */
function openWrite(url: string, token: string, bookId: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const body = JSON.stringify({ bookId, state: 'want' })
  socket.write(
    `PUT /api/v1/user/shelf HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.9.0.${++addresses}\r\nconnection: close\r\nauthorization: ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => undefined)
  const answer = new Promise<string>((done) => socket.once('end', () => done(text)))
  return { socket, answer }
}

test('one address runs at most a quarter of the limit, and others overtake its waiting requests', async () => {
  const limit = new AdmissionLimit({ running: 12, runningWhileIdle: 12, waiting: 4, longestWaitMs: 600_000 })
  const never = () => undefined
  const [leave] = await Promise.all([1, 2, 3].map(() => limit.enter('a', never)))
  let hasEntered = false
  const fourth = limit.enter('a', never).then(() => (hasEntered = true))
  await limit.enter('b', never)
  assert.equal(hasEntered, false)
  leave?.()
  await fourth
  limit.stop()
})

test('slow uploads of one address leave room for other addresses', { timeout: 60_000 }, async (t) => {
  const few = { running: 4, runningWhileIdle: 4, waiting: 64, longestWaitMs: 1000 }
  const { url, newUser, visitor } = await startTestSite(t, {}, { admission: few })
  const { api } = await newUser()
  const permits = [await api.auth.cosSign({ kind: 'avatar' }), await api.auth.cosSign({ kind: 'cover' })]
  const allRefused = Promise.withResolvers<void>()
  const statuses: string[] = []
  const sockets = permits.flatMap((permit) => Array.from({ length: 20 }, (_, at) => openSlowUpload(url, permit, at)))
  for (const socket of sockets)
    socket.once('data', (text) => {
      statuses.push(text.toString().slice(9, 12))
      if (statuses.length === 36) allRefused.resolve()
    })
  // The four running uploads of one IP address continue; the queued uploads are refused after waiting too long.
  await allRefused.promise
  const { list } = await visitor.book.list()
  sockets.forEach((socket) => socket.destroy())
  assert.deepEqual(new Set(statuses), new Set(['503']))
  assert.ok(list.length > 0)
})

test(
  'share pictures beyond the limit are refused, and other requests are answered',
  { timeout: 240_000 },
  async (t) => {
    const few = { running: 4, runningWhileIdle: 4, waiting: 64, longestWaitMs: 1000 }
    const { url, visitor } = await startTestSite(t, {}, { admission: few })
    const { list } = await visitor.book.list({ limit: 50 })
    assert.ok(list.length > 40)
    const enter = Promise.withResolvers<void>()
    const occupied = pictureDrawing.run(() => enter.promise)
    const refused = Promise.withResolvers<Response>()
    let count = 0
    const asked = list.map(({ id }) =>
      fetch(`${url}/share/book/${id}.png`).then((response) => {
        if (++count === list.length - 32) refused.resolve(response)
        return response.status
      }),
    )
    const response = await refused.promise
    assert.equal(response.status, 503)
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
    assert.ok((await visitor.book.list()).list.length > 0)
    assert.equal((await fetch(`${url}/book?q=湘西`)).status, 200)
    enter.resolve()
    await occupied
    const statuses = await Promise.all(asked)
    assert.deepEqual([...new Set(statuses)].toSorted(), [200, 503])
    assert.equal(statuses.filter((status) => status === 200).length, 32)
  },
)

/** Begins an upload: sends the HTTP headers and the first byte of the file. */
function openSlowUpload(url: string, permit: UploadPermit, at: number) {
  const { tmpSecretId: secretId, tmpSecretKey: secretKey, sessionToken } = permit.credentials
  const { host, port } = new URL(url)
  const authorization = signUpload({ key: `${permit.key}${at}`, headers: { host } }, { secretId, secretKey })
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  socket.write(
    `PUT /storage/${permit.key}${at} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: 10.9.1.1\r\nauthorization: ${authorization}\r\n` +
      `x-cos-security-token: ${sessionToken}\r\ncontent-type: image/png\r\ncontent-length: 20000\r\n\r\nx`,
  )
  return socket
}

test('one address holds at most half of the slots, and no request waits longer than the limit', async () => {
  const limit = new AdmissionLimit({ running: 2, runningWhileIdle: 2, waiting: 4, longestWaitMs: 1 })
  const never = () => undefined
  const [leave] = await Promise.all([limit.enter('a', never), limit.enter('a', never)])
  const waiting = limit.enter('a', never)
  await assert.rejects(limit.enter('a', never), { kind: 'unavailable' })
  await assert.rejects(Promise.all([waiting, limit.enter('b', never)]), { kind: 'unavailable' })
  leave()
  await limit.enter('b', never)
  limit.stop()
})
