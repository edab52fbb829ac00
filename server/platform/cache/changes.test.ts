import { topic } from './topics.ts'
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { createTestDatabase } from '../../../test/test-database.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { Changes, invalidate, softInvalidate } from './changes.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'

test('a malformed notification is logged and ignored, and later changes are still received', async (t) => {
  const lines: string[] = []
  const output = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) })
  const site = await startTestSite(t, {}, { log: pino({ level: 'warn' }, output) })
  const [book = assert.fail()] = (await site.visitor.book.list({ limit: 1 })).list
  const page = async () => (await fetch(`${site.url}/book/${book.id}`)).text()
  await page()
  for (const payload of ['', '[', '{"book":1}', '[1]', 'null', '"books"'])
    await sql`select pg_notify('zhitu_changed', ${payload})`.execute(site.db)
  const { api } = await site.newUser()
  await api.comment.create({ itemType: 'book', itemId: book.id, content: '坏通知之后说的话' })
  assert.match(await page(), /坏通知之后说的话/)
  assert.equal(lines.filter((line) => line.includes('notification ignored')).length, 6)
})

test('concurrent waits share queries that started after their call, one at a time', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const received = new Set<string>()
  const changes = new Changes(connection, {
    changed: (topics) => topics.forEach((topic) => received.add(topic)),
    lost: (error) => assert.fail(error),
    restored: () => undefined,
    ignored: (payload) => assert.fail(payload),
  })
  const db = openDatabase(connection, () => undefined)
  const warnings: string[] = []
  const recordWarning = ({ message }: Error) => void warnings.push(message)
  process.on('warning', recordWarning)
  t.after(async () => {
    process.off('warning', recordWarning)
    await changes.stop()
    await db.destroy()
    await drop()
  })
  await changes.start()
  const writers = Array.from({ length: 40 }, async (_, writer) => {
    for (let round = 0; round < 10; round++) {
      const changed = topic.book(`${writer}:${round}`)
      await invalidate(db, changed)
      await changes.waitForInvalidation()
      assert.ok(received.has(changed), changed)
    }
  })
  await Promise.all(writers)
  // Node emits warnings in a later turn of the event loop, so the test waits for one turn.
  await turn()
  assert.deepEqual(warnings, [])
})

test('stopping while the connection is being made leaves no connection open', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const changes = new Changes(connection, {
    changed: () => undefined,
    lost: (error) => assert.fail(error),
    restored: () => assert.fail('the connection was stopped before it was made'),
    ignored: (payload) => assert.fail(payload),
  })
  t.after(() => changes.stop())
  const started = changes.start()
  await changes.stop()
  await started
  // If `stop` had left a connection open, this would fail, because PostgreSQL does not drop a database that is in use.
  await drop()
})

test('a soft invalidation arrives as one, with topics that older versions know', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  const received: [string[], boolean][] = []
  const changes = new Changes(connection, {
    changed: (topics, isSoft) => void received.push([topics, isSoft]),
    lost: (error) => assert.fail(error),
    restored: () => undefined,
    ignored: (payload) => assert.fail(payload),
  })
  const listener = new pg.Client(connection)
  const payloads: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => void payloads.push(payload))
  await listener.connect()
  await listener.query('listen zhitu_changed')
  t.after(async () => {
    await listener.end()
    await changes.stop()
    await db.destroy()
    await drop()
  })
  await changes.start()
  await softInvalidate(db, topic.popularity)
  await invalidate(db, topic.tags, topic.books)
  await changes.waitForInvalidation()
  assert.deepEqual(received, [
    [['popularity'], true],
    [['tags', 'books'], false],
  ])
  await listener.query('select 1')
  assert.deepEqual(payloads, ['["soft","popularity"]', '["tags","books"]'])
})
