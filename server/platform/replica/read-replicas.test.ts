import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { SystemReplica } from '#shared/api/system.ts'
import { holdConnections } from '../../../test/database-proxy.ts'
import { startReplica } from '../../../test/streaming-replica.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { ReadReplica } from './read-replica.ts'
import { ReadReplicas } from './read-replicas.ts'

test('public reads go to a replica and are never behind a write', async (t) => {
  const site = await startTestSite(t)
  const replica = await startReplica(t, site.connection)
  const open = async () => {
    const listener = { found: () => undefined, lost: () => undefined }
    const replicas = new ReadReplicas(site.db, [replica.connection], { poolSize: 4, listener })
    await replicas.start()
    t.after(() => replicas.stop())
    return replicas
  }
  const [ofWriter, ofOther] = [await open(), await open()]
  const token = 'a token of the operator'
  const metrics = { token, dataDirectory: site.files }
  const writing = await site.secondNode({ replicas: ofWriter })
  const other = await site.secondNode({ replicas: ofOther, metrics })
  const { token: session } = await site.newUser('读者', ['admin'])
  const writer = site.caller(session, writing)
  const visitor = site.caller(undefined, other)
  const [book] = (await visitor.book.list()).list
  assert.ok(book)
  const { id } = book
  const fromReplica = () => ofWriter.counts.replica + ofOther.counts.replica
  const becomes = async (state: SystemReplica['state']) => {
    for (let attempt = 0; attempt < 400; attempt++) {
      const { replicas } = await site.caller(session, other).system.show({})
      if (replicas[0]?.state === state) return
      await wait(50)
    }
    assert.fail(`the replica does not become ${state}`)
  }
  // On a busy machine the replica may lag for a moment, and the primary then answers. The page is requested with
  // another URL each time, because an answer from the cache would read from no database.
  const goes = async (ask: (attempt: number) => Promise<unknown>) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      await becomes('current')
      const before = fromReplica()
      await ask(attempt)
      if (fromReplica() > before) return
    }
    assert.fail('no read goes to the replica')
  }

  await t.test('a connection to a replica that is opened while the site stops is closed', async (t) => {
    const proxy = await holdConnections(replica.connection)
    t.after(() => proxy.close())
    const stopping = new ReadReplica(proxy.connection, 1, { found: () => undefined, lost: () => undefined })
    const started = stopping.start()
    await proxy.connected
    await stopping.stop()
    proxy.release()
    await started
    for (let tries = 0; tries < 200 && proxy.count() > 0; tries++) await wait(20)
    assert.equal(proxy.count(), 0)
  })

  await t.test('reads go to the replica, also those of a page', async () => {
    await goes(() => visitor.book.show({ id }))
    await goes(async (attempt) => {
      const { status } = await fetch(`${other}/book?q=${attempt}`)
      assert.equal(status, 200)
    })
  })

  await t.test('a write is seen at once on both nodes while the replica follows', async () => {
    for (let round = 1; round <= 3; round++) {
      const content = `第 ${round} 条`
      await writer.comment.create({ itemType: 'book', itemId: id, content })
      for (const reader of [writer, visitor]) {
        const { list } = await reader.comment.list({ itemType: 'book', itemId: id, sort: 'new' })
        assert.equal(list[0]?.content, content)
      }
    }
  })

  await t.test('while the replica has stopped to follow, the primary answers', async () => {
    await replica.run('select pg_wal_replay_pause()')
    await (await fetch(`${other}/book/${id}`)).text()
    await writer.comment.create({ itemType: 'book', itemId: id, content: '备机还没有的话' })
    for (const reader of [writer, visitor]) {
      const { list } = await reader.comment.list({ itemType: 'book', itemId: id, sort: 'new' })
      assert.equal(list[0]?.content, '备机还没有的话')
    }
    // The other node has invalidated the page in its cache. It must not render the new page from the replica, which
    // lacks the change.
    const page = await (await fetch(`${other}/book/${id}`)).text()
    assert.match(page, /备机还没有的话/)
    const before = fromReplica()
    await visitor.book.show({ id })
    assert.equal(fromReplica(), before)
    await becomes('behind')
    await replica.run('select pg_wal_replay_resume()')
    await goes(() => visitor.book.show({ id }))
  })

  await t.test('a search that finds nothing is recorded, though the replica takes no writes', async () => {
    await visitor.search.books({ query: '没有这样的书名' })
    const { list } = await site.caller(session, other).search.misses({})
    assert.ok(list.some(({ query }) => query === '没有这样的书名'))
  })

  await t.test('a replica that dies costs no read, and is used again when it is back', async () => {
    await becomes('current')
    const reads = Promise.all(Array.from({ length: 12 }, () => visitor.book.show({ id })))
    await replica.kill()
    for (const shown of await reads) assert.equal(shown.id, id)
    await visitor.book.show({ id })
    await becomes('away')
    assert.match(await readMetrics(), /zhitu_replica\{replica="[^"]+",state="away"\} 1/)
    await replica.start()
    await goes(() => visitor.book.show({ id }))
  })

  await t.test('a replica that has become a primary of its own is not read from', async () => {
    await replica.run('select pg_promote(true)')
    await becomes('primary')
    await writer.comment.create({ itemType: 'book', itemId: id, content: '只在真的主机上' })
    const { list } = await visitor.comment.list({ itemType: 'book', itemId: id, sort: 'new' })
    assert.equal(list[0]?.content, '只在真的主机上')
    assert.match(await readMetrics(), /zhitu_database_reads\{server="replica"\} [1-9]/)
  })

  await t.test('a replica that never answers is reported once', async () => {
    const reports: string[] = []
    const listener = {
      found: () => reports.push('found'),
      lost: (_: string, error: Error) => reports.push(error.message),
    }
    const wrong = { ...replica.connection, database: 'no_such_database' }
    const replicas = new ReadReplicas(site.db, [wrong], { poolSize: 1, listener })
    await replicas.start()
    await replicas.list()
    await replicas.stop()
    assert.deepEqual(reports, ['database "no_such_database" does not exist'])
  })

  async function readMetrics() {
    return (await fetch(`${other}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
  }
})
