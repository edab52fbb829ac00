import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { removeLonePeople } from '#server/catalogue/person/find-people.ts'
import { linkPeople, unlinkPeople } from '#server/catalogue/person/link-people.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'

test('a page of results', async (t) => {
  const { visitor, db, url } = await startTestSite(t)

  await t.test('lists every book once, in the same order for every page size', async () => {
    const all = await visitor.search.books({ query: '的', limit: 50 })
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await visitor.search.books({ query: '的', limit: 7, ...(cursor && { cursor }) })
      assert.deepEqual([page.total, page.page], [all.total, seen.length / 7 + 1])
      const before = page.prevCursor && (await visitor.search.books({ query: '的', limit: 7, cursor: page.prevCursor }))
      if (before) assert.deepEqual([before.page, before.nextCursor], [page.page - 1, cursor])
      assert.equal(before === null, page.page <= 2)
      seen.push(...page.list.map(({ book }) => book.id))
      cursor = page.nextCursor
    }
    assert.ok(all.total > 50, `${all.total}`)
    assert.deepEqual([new Set(seen).size, seen.length], [all.total, all.total])
    assert.deepEqual(
      seen.slice(0, 50),
      all.list.map(({ book }) => book.id),
    )
  })

  await t.test('counts the results of each filter', async () => {
    const { tags, countFree } = await visitor.search.books({ query: '史' })
    const [tag] = tags.filter(({ count }) => count > 1)
    assert.ok(tag)
    const filtered = await visitor.search.books({ query: '史', tags: [tag.name] })
    assert.equal(filtered.total, tag.count)
    const free = await visitor.search.books({ query: '史', free: true })
    assert.ok(free.list.every(({ book }) => book.hasText))
    assert.deepEqual([free.total, free.countFree], [countFree, countFree])
  })

  await t.test('contains the matching excerpt and recommendations', async () => {
    const { list } = await visitor.search.books({ query: '樱桃树干' })
    assert.equal(list[0]?.book.title, '轭下')
    const { text, marks } = list[0].excerpt ?? assert.fail('no excerpt')
    assert.deepEqual(
      marks.map(([start, end]) => text.slice(start, end)),
      ['樱桃树干'],
    )
    const reason = await db
      .selectFrom('recommendation')
      .select(['id', 'reason'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const words = /\p{Script=Han}{6}/u.exec(reason.reason)?.[0] ?? ''
    const { recommends } = await visitor.search.books({ query: words })
    const found = recommends.find(({ id }) => id === reason.id)?.reason ?? assert.fail(words)
    assert.deepEqual(
      found.marks.map(([start, end]) => found.text.slice(start, end)),
      [words],
    )
  })

  await t.test('offers similar books only if nothing matches', async () => {
    const { list, total, near, nextCursor } = await visitor.search.books({ query: '看不见的风景线' })
    assert.deepEqual([list, total, nextCursor], [[], 0, null])
    assert.ok(near.some(({ book }) => book.title === '看不见的城市'))
    assert.deepEqual((await visitor.search.books({ query: '红楼梦' })).near, [])
    assert.deepEqual((await visitor.search.books({ query: '' })).near, [])
  })

  await t.test('tells whether the query was corrected as a typo', async () => {
    const corrected = await visitor.search.books({ query: '边诚' })
    assert.deepEqual([corrected.list[0]?.book.title, corrected.isGuess], ['边城', true])
    assert.equal((await visitor.search.books({ query: '边城' })).isGuess, false)
    assert.equal((await visitor.search.books({ query: 'biancheng' })).isGuess, false)
  })

  await t.test('finds a whole title inside a sentence, and says which words no book has', async () => {
    const found = await visitor.search.books({ query: '红楼梦人物关系图' })
    assert.deepEqual([found.list[0]?.book.title, found.isGuess], ['红楼梦', true])
    assert.deepEqual(found.leftOut, ['人物关系图'])
    const both = await visitor.search.books({ query: '西游记和水浒传哪个好看' })
    assert.deepEqual(both.list.map(({ book }) => book.title).toSorted(), ['水浒传', '西游记'])
    const { books } = await visitor.search.suggest({ query: '红楼梦人物关', limit: 6 })
    assert.equal(books[0]?.title.text, '红楼梦')
  })

  await t.test(
    'finds the literary form of a request, and books by the country or province of their places',
    async () => {
      const { list, understood } = await visitor.search.books({ query: '鲁迅的散文' })
      assert.deepEqual(list.map(({ book }) => book.title).toSorted(), ['朝花夕拾', '野草'])
      assert.deepEqual(
        understood.map(({ kind, name, without }) => [kind, name, without]),
        [
          ['person', '鲁迅', '散文'],
          ['tag', '散文', '鲁迅'],
        ],
      )
      for (const query of ['法国小说', '四川的小说', '俄罗斯', '关于日本的书'])
        assert.ok((await visitor.search.books({ query })).total > 3, query)
    },
  )

  await t.test('recognises countries beside tags', async () => {
    const { understood } = await visitor.search.books({ query: '法国爱情小说' })
    assert.deepEqual(
      understood.map(({ kind, id, name, without }) => [kind, id === null, name, without]),
      [
        ['region', true, '法国', '爱情小说'],
        ['tag', false, '爱情', '法国小说'],
      ],
    )
  })

  await t.test('a recognised name can be removed by the words that were typed for it', async () => {
    const { understood } = await visitor.search.books({ query: '讲丝绸之路和唐朝的书' })
    const without = Object.fromEntries(understood.map((part) => [part.name, part.without]))
    assert.equal(without['隋唐'], '讲丝绸之路的书')
  })

  await t.test('refuses an invalid cursor or query', async () => {
    await failureOf(visitor.search.books({ query: '史', cursor: 'x' }), 'invalid')
    await failureOf(visitor.search.books({ query: '长'.repeat(101) }), 'invalid')
  })

  await t.test('is not cached', async () => {
    const read = async () => (await fetch(`${url}/book?q=${encodeURIComponent('新来的书')}`)).text()
    assert.doesNotMatch(await read(), /新来的书本/)
    const id = newId()
    await db
      .insertInto('book')
      .values({ id, title: '新来的书本', authors: ['某人'], desc: '' })
      .execute()
    await indexBooks(db, [id])
    assert.match(await read(), /新来的书本/)
  })
})

test('the search index is updated', async (t) => {
  const site = await startTestSite(t)
  const { visitor, db } = site
  const id = newId()
  const write = (title: string, authors: string[]) =>
    db.transaction().execute(async (db) => {
      const row = { id, title, authors, desc: '' }
      await db
        .insertInto('book')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      await linkPeople(db, [id])
      await indexBooks(db, [id])
    })
  const titles = async (query: string) => (await visitor.search.suggest({ query })).books.map(({ title }) => title.text)
  const people = async (query: string) =>
    (await visitor.search.suggest({ query })).people.map(({ name, countBooks }) => [name.text, countBooks])

  await t.test('when a book changes, before the next request', async () => {
    await write('紫金山观星记', ['虚谷子'])
    assert.deepEqual(await titles('guanxing'), ['紫金山观星记'])
    assert.deepEqual(await people('虚谷'), [['虚谷子', 1]])
    await write('栖霞山听雨录', ['虚谷子', '鲁迅'])
    assert.deepEqual(await titles('紫金山观星'), [])
    assert.deepEqual(await titles('tingyu'), ['栖霞山听雨录'])
    assert.deepEqual(await people('鲁迅'), [['鲁迅', 7]])
  })

  await t.test('not when the transaction is rolled back', async () => {
    const broken = db.transaction().execute(async (db) => {
      await db.updateTable('book').set({ title: '未曾落笔之书' }).where('id', '=', id).execute()
      await indexBooks(db, [id])
      throw new Error('rolled back')
    })
    await assert.rejects(broken, /rolled back/)
    assert.deepEqual(await titles('未曾落笔之书'), [])
  })

  await t.test('and a query of repeated characters finds a title of repeated characters', async () => {
    await write('哈'.repeat(60), ['虚谷子'])
    const eleven = '哈'.repeat(11)
    assert.deepEqual(await titles(`${eleven} ${eleven} ${eleven}呀`), ['哈'.repeat(60)])
  })

  await t.test('when a book changes during a rebuild', async () => {
    let isRebuilt: Promise<number> | undefined
    await db.transaction().execute(async (db) => {
      await db
        .updateTable('book')
        .set({ title: '孤山放鹤图', authors: ['放鹤人'] })
        .where('id', '=', id)
        .execute()
      await linkPeople(db, [id])
      await indexBooks(db, [id])
      isRebuilt = rebuildIndex(site.db)
      while ((await countWaiting(db)) === 0) await sleep(20)
    })
    await isRebuilt
    assert.deepEqual(await titles('孤山放鹤'), ['孤山放鹤图'])
    assert.deepEqual(await people('放鹤人'), [['放鹤人', 1]])
  })

  await t.test('when a book and the last book of its author are deleted', async () => {
    await db.transaction().execute(async (db) => {
      await removeLonePeople(db, await unlinkPeople(db, [id]))
      await db.deleteFrom('book').where('id', '=', id).execute()
      await indexBooks(db, [id])
    })
    assert.deepEqual(await titles('听雨录'), [])
    assert.deepEqual(await people('虚谷子'), [])
    assert.deepEqual(await people('鲁迅'), [['鲁迅', 6]])
  })

  await t.test('by a rebuild, while searches continue', async () => {
    const before = await titles('红楼')
    await db.deleteFrom('searchBook').where('folded', 'like', '三%').execute()
    await db.deleteFrom('setting').where('name', '=', 'searchScheme').execute()
    const [count] = await Promise.all([
      rebuildIndex(db),
      titles('红楼').then((found) => assert.deepEqual(found, before)),
    ])
    assert.equal(count, (await visitor.book.list()).total)
    assert.equal((await titles('三体'))[0], '三体')
    assert.deepEqual(await titles('红楼'), before)
  })
})

/** Returns the number of database sessions of this test that wait for a lock. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
