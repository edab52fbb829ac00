import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { handleJob } from '#server/platform/jobs/define-job.ts'
import { JobWorkers } from '#server/platform/jobs/job-workers.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { countWrongCells } from '#server/catalogue/mark-cells/recount-marks.ts'
import { mergedPlaces } from '#server/catalogue/place/merge-places.ts'
import { lockIndex } from '#server/search/index/lock-index.ts'
import { mergedTags } from '#server/catalogue/tag/merge-tags.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { testTiming } from '../../../test/test-timing.ts'
import { largeChangeJob } from './large-change-job.ts'
import { largeChangeLimits, resumeLargeChanges } from './large-changes.ts'
import { runLargeChange } from './run-large-change.ts'

Object.assign(largeChangeLimits, { atOnce: 150, batch: 40 })
const countBooks = 170
const countBoth = 50
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('changes of tags and places with many books', { timeout: 300_000 }, async (t) => {
  const { db, connection, visitor, newEditor, jobEnded } = await startTestSite(t)
  const { api } = await newEditor('老编辑')
  const nouns = { tag: mergedTags, place: mergedPlaces }
  const handler = handleJob(largeChangeJob, ({ id }, run) => runLargeChange({ db, nouns, rest: 0 }, id, run))
  /** Runs the job of the unfinished change on two nodes and waits until the job has ended. */
  const runJob = async () => {
    const nodes = [1, 2].map(
      () => new JobWorkers({ db, connection, handlers: [handler], log: silent, timing: testTiming }),
    )
    for (const node of nodes) await node.start()
    const { jobId } = await findChange()
    assert.equal((await jobEnded(jobId ?? '')).state, 'done')
    for (const node of nodes) await node.stop()
  }
  const findChange = () =>
    db.selectFrom('largeChange').selectAll().where('endedAt', 'is', null).executeTakeFirstOrThrow()
  const tagNamed = async (name: string) => (await api.tag.adminList()).list.find((tag) => tag.name === name)
  const requireTag = async (name: string) => (await tagNamed(name)) ?? assert.fail(name)
  const requirePlace = async (name: string) =>
    (await api.place.adminList({ query: name })).list.find((place) => place.name === name) ?? assert.fail(name)
  const total = async (tag: string) => (await visitor.book.list({ tags: [tag] })).total
  const { id: manyId } = await api.tag.create({ name: '众书', kind: 'subject' })
  const { id: fewId } = await api.tag.create({ name: '少书', kind: 'subject' })
  const [placeId, otherId] = [await addPlace(db, '众书镇', 100), await addPlace(db, '少书镇', 101)]
  const bookIds = await addBooks(db, { tagIds: [manyId, fewId], placeIds: [placeId, otherId] })

  await t.test('a tag has its new name at once, and the search of its books follows', async () => {
    const { id, version, kind, position } = await requireTag('众书')
    const { auditId } = await api.tag.update({ id, version, kind, position, name: '新名' })
    for (const name of ['众书', '新名']) assert.equal(await total(name), countBooks)
    const [first = ''] = bookIds
    assert.equal((await visitor.book.show({ id: first })).tags[0]?.name, '新名')
    const { change, ...renamed } = await requireTag('新名')
    assert.deepEqual(change, { kind: 'update', other: null, percent: 0, isFailed: false })
    const { message } = await failureOf(api.audit.undo({ id: auditId }), 'conflict')
    assert.match(message, /还在进行/)
    const again = { id, version: renamed.version, kind, position, name: '再改' }
    await failureOf(api.tag.update(again), 'conflict')
    await failureOf(api.tag.remove({ id }), 'conflict')
    await failureOf(api.tag.merge({ loserId: id, winnerId: fewId }), 'conflict')
    await runJob()
    assert.equal((await requireTag('新名')).change, null)
    const { rows } = await sql<{ count: number }>`
      select count(*) from search_book where tokens @@ '''#新名'''::tsquery`.execute(db)
    assert.equal(rows[0]?.count, countBooks)
    await api.audit.undo({ id: auditId })
    await runJob()
    assert.equal((await requireTag('众书')).change, null)
  })

  await t.test(
    'a merge is finished by other nodes when its process ends in the middle, and moves each book once',
    async () => {
      const { auditId } = await api.tag.merge({ loserId: manyId, winnerId: fewId })
      assert.equal(await tagNamed('众书'), undefined)
      assert.equal(await total('众书'), countBoth)
      assert.equal((await requireTag('少书')).change?.other, '众书')
      const run = { report: async () => undefined, signal: new AbortController().signal } as never
      // The constraint makes the update of the search index fail, as if the process had been killed between moving a
      // batch and indexing it.
      await sql`alter table search_book add constraint broken check (false) not valid`.execute(db)
      await assert.rejects(runLargeChange({ db, nouns, rest: 0 }, auditId, run), /broken/)
      await sql`alter table search_book drop constraint broken`.execute(db)
      assert.equal((await findChange()).unindexed.length, 40)
      assert.equal((await requireTag('少书')).change?.percent, Math.floor((100 * 40) / countBooks))
      // The job has moved some of the books. An editor now changes one book that was not moved yet, and one that was
      // moved.
      const sorted = bookIds.toSorted()
      for (const bookId of [sorted.at(-1) ?? '', sorted[0] ?? '']) {
        const { version, book } = await api.book.inspect({ id: bookId })
        await api.book.update({ id: bookId, version, book: { ...book, title: `改过的书${bookId}`, tags: ['众书'] } })
      }
      await failureOf(api.audit.undo({ id: auditId }), 'conflict')
      // An editor who had read the tag before the merge gives it to a book that the job has passed already.
      await db
        .insertInto('bookTag')
        .values({ bookId: sorted[1] ?? '', tagId: manyId })
        .execute()
      await runJob()
      for (const name of ['众书', '少书']) assert.equal(await total(name), countBooks)
      assert.equal((await requireTag('少书')).count, countBooks)
      assert.equal(await db.selectFrom('tag').select('id').where('id', '=', manyId).executeTakeFirst(), undefined)
      for (const bookId of [sorted.at(-1) ?? '', sorted[0] ?? ''])
        assert.equal((await visitor.book.show({ id: bookId })).title, `改过的书${bookId}`)
      await assertCounted(db)
      await api.audit.undo({ id: auditId })
      assert.equal((await requireTag('众书')).change?.kind, 'unmerge')
      await failureOf(api.audit.undo({ id: auditId }), 'conflict')
      await runJob()
      // The editor saved one book before the job moved it. After the undo, this book has the surviving tag of the
      // merge, not its former tag.
      assert.equal(await total('众书'), countBooks - 1)
      assert.equal((await requireTag('众书')).count, countBooks - 1)
      assert.equal((await requireTag('少书')).count, await total('少书'))
      await assertCounted(db)
    },
  )

  await t.test('a renaming whose process was killed in the middle is continued by another', async () => {
    const { id, version, kind, position } = await requireTag('众书')
    await api.tag.update({ id, version, kind, position, name: '渡过的' })
    const killed = Promise.withResolvers<void>()
    const file = resolve(import.meta.dirname, '../../../test/large-change-process.ts')
    await db.transaction().execute(async (db) => {
      // The process cannot index its second batch while this transaction holds the lock of the index.
      const child = fork(file, [JSON.stringify(connection)])
      child.once('exit', () => killed.resolve())
      const [message] = await once(child, 'message')
      assert.equal(message, 'first batch is done')
      await lockIndex(db)
      child.send('go on')
      await once(child, 'message')
      child.kill('SIGKILL')
      await killed.promise
    })
    const { done, unindexed } = await findChange()
    assert.deepEqual([done, unindexed.length], [80, 40])
    await runJob()
    assert.equal((await requireTag('渡过的')).change, null)
    const { rows } = await sql<{ count: number }>`
      select count(*) from search_book where tokens @@ '''#渡过的'''::tsquery`.execute(db)
    // One of the books does not have this tag: an editor saved it while the merge above was unfinished, so the undo of
    // the merge did not give its former tag back.
    assert.equal(rows[0]?.count, countBooks - 1)
    const { version: next } = await requireTag('渡过的')
    await api.tag.update({ id, version: next, kind, position, name: '众书' })
    await runJob()
  })

  await t.test('a place moves at once and its marks follow; a failed job is started again', async () => {
    const { id, version, name, country, province } = await requirePlace('众书镇')
    const region = { country: country ?? 'CN', province: province as never }
    const { auditId } = await api.place.update({ id, version, name, lng: 90, lat: 31, region })
    const change = await findChange()
    await db.updateTable('job').set({ state: 'failed' }).where('id', '=', change.jobId).execute()
    assert.equal((await requirePlace('众书镇')).change?.isFailed, true)
    assert.equal(await resumeLargeChanges(db), 1)
    await runJob()
    const marks = await db.selectFrom('mark').select('x').distinct().where('placeId', '=', id).execute()
    const place = await db.selectFrom('place').select('x').where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual(marks, [place])
    await api.audit.undo({ id: auditId })
    await runJob()
    assert.equal((await requirePlace('众书镇')).lng, 100)
  })

  await t.test('the address of a merged place leads to the place that stays at once', async () => {
    const { auditId } = await api.place.merge({ loserId: placeId, winnerId: otherId })
    assert.equal((await visitor.place.show({ id: placeId })).id, otherId)
    await runJob()
    assert.equal((await requirePlace('少书镇')).countBooks, countBooks)
    await api.audit.undo({ id: auditId })
    await runJob()
    assert.equal((await requirePlace('众书镇')).countBooks, countBooks)
    await assertCounted(db)
  })
})

async function addPlace(db: Db, name: string, lng: number): Promise<string> {
  const id = newId()
  await db.insertInto('place').values({ id, name, lng, lat: 30, country: 'CN', province: '四川' }).execute()
  return id
}

/** Adds books that all have the first tag and place; some also have the second ones. Returns their ids. */
async function addBooks(db: Db, { tagIds, placeIds }: { tagIds: string[]; placeIds: string[] }): Promise<string[]> {
  const ids = Array.from({ length: countBooks }, () => newId())
  await db.transaction().execute(async (db) => {
    await sql`insert into book (id, title, authors, "desc")
      select id, '第' || nth || '本', '{无名}', repeat('讲一个地方的事。', 5) from unnest(${ids}::uuid[]) with ordinality made(id, nth)`.execute(
      db,
    )
    for (const [at, count] of [countBooks, countBoth].entries()) {
      const chosen = ids.slice(0, count)
      await sql`insert into book_tag (book_id, tag_id) select id, ${tagIds[at]} from unnest(${chosen}::uuid[]) id`.execute(
        db,
      )
      await sql`insert into book_place (book_id, place_id, kind)
        select id, ${placeIds[at]}, 'setting' from unnest(${chosen}::uuid[]) id`.execute(db)
      await db
        .updateTable('tag')
        .set({ count })
        .where('id', '=', tagIds[at] ?? '')
        .execute()
    }
    await pinItems(db, 'book', ids)
  })
  return ids
}

/** Checks that the stored cells of the map and the numbers of books by tag and place equal a recount. */
async function assertCounted(db: Db) {
  assert.equal(await countWrongCells(db), 0)
}
