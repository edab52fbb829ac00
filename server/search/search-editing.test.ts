import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { failureOf, startTestSite } from '../../test/test-site.ts'
import { trimMisses } from './search-misses.ts'
import { findBookId } from '../../test/find-book-id.ts'

test('search administration', async (t) => {
  const { visitor, db, caller, newUser, newEditor } = await startTestSite(t)
  const ordinaryUser = await newUser()
  const { token } = await newEditor('阿编')
  const editor = caller(token).search
  const titles = async (query: string) => (await visitor.search.suggest({ query })).books.map(({ title }) => title.text)

  await t.test('an alias takes effect in the next search', async () => {
    const [before] = await titles('姑苏往事录')
    await editor.putAlias({ alias: '姑蘇往事錄', name: '红楼梦' })
    assert.deepEqual([before, (await titles('姑苏往事录'))[0]], [undefined, '红楼梦'])
    assert.ok((await editor.aliases()).list.some(({ alias, name }) => alias === '姑蘇往事錄' && name === '红楼梦'))
    await editor.putAlias({ alias: '姑苏往事录', name: '三体' })
    assert.equal((await titles('姑苏往事录'))[0], '三体')
    await editor.putAlias({ alias: '姑苏往事录', name: '三体$&' })
    assert.equal((await titles('姑苏往事录'))[0], '三体')
    await editor.removeAlias({ alias: '姑苏往事录' })
    assert.deepEqual(await titles('姑苏往事录'), [])
    await failureOf(editor.removeAlias({ alias: '姑苏往事录' }), 'missing')
    await failureOf(editor.putAlias({ alias: '。', name: '三体' }), 'invalid')
    await failureOf(editor.putAlias({ alias: '三體', name: '三体' }), 'invalid')
  })

  await t.test('queries without results give way to later ones when there are too many', async () => {
    await sql`insert into search_miss (folded, query, last_time)
      select 'q' || n, 'q' || n, now() - interval '1 day' from generate_series(1, 2000) n`.execute(db)
    await visitor.search.books({ query: '魑魅魍魉大全' })
    const { list, total } = await editor.misses()
    assert.deepEqual([list[0]?.query, total <= 2000], ['魑魅魍魉大全', true])
    await db.deleteFrom('searchMiss').execute()
  })

  await t.test('queries without results are counted anonymously', async () => {
    const missed = async () => (await editor.misses()).list.map(({ query, count }) => [query, count])
    for (const query of ['魑魅魍魉大全', '魑魅魍魉\0大全', '\ud800', 'somebody@example.com', '138 1234 5678'])
      await visitor.search.books({ query })
    await visitor.search.books({ query: '魑魅魍魉图谱', tags: ['科幻'] })
    await visitor.search.suggest({ query: '饕餮' })
    await visitor.search.books({ query: '红楼梦' })
    assert.deepEqual(await missed(), [['魑魅魍魉大全', 2]])
    const columns = Object.keys(await db.selectFrom('searchMiss').selectAll().executeTakeFirstOrThrow())
    assert.deepEqual(columns.sort(), ['count', 'folded', 'lastTime', 'query'])
    await visitor.search.books({ query: '魍魉鬼话连篇' })
    const first = await editor.misses({ limit: 1 })
    assert.deepEqual([first.list[0]?.query, first.total], ['魑魅魍魉大全', 2])
    const second = await editor.misses({ limit: 1, cursor: first.nextCursor ?? assert.fail() })
    assert.deepEqual([second.list[0]?.query, second.nextCursor], ['魍魉鬼话连篇', null])
    await failureOf(editor.misses({ cursor: 'x' }), 'invalid')
    await editor.removeMiss({ query: '魍魉鬼话连篇' })
    await editor.removeMiss({ query: '魑魅魍魉大全' })
    assert.deepEqual(await missed(), [])
  })

  await t.test('the list of queries without results is bounded', async () => {
    const row = (at: number) => ({ folded: `无${at}`, query: `无${at}` })
    await db
      .insertInto('searchMiss')
      .values(Array.from({ length: 2000 }, (_, at) => row(at)))
      .execute()
    await visitor.search.books({ query: '魑魅魍魉之二' })
    const count = async () => (await db.selectFrom('searchMiss').select('folded').execute()).length
    assert.equal(await count(), 2000)
    await trimMisses(db)
    assert.equal(await count(), 1000)
  })

  await t.test('explain returns the reasons for the rank of a result', async () => {
    const { meanings, list } = await editor.explain({ query: '石头记' })
    assert.deepEqual(meanings, ['石头记', '红楼梦'])
    const [first] = list
    assert.deepEqual([first?.title, first?.rank, first?.stage], ['红楼梦', 1, 'names'])
    assert.deepEqual(
      first?.reasons.map(({ term, field, likeness }) => [term, field, likeness]),
      [['红楼梦', 'title', 'whole']],
    )
    const id = await findBookId(db, '三体')
    const missing = (await editor.explain({ query: '石头记', bookId: id })).list.at(-1)
    assert.deepEqual([missing?.title, missing?.rank], ['三体', null])
  })

  await t.test('rebuild indexes all books batch by batch', async () => {
    let next: string | null = null
    let count = 0
    do {
      const batch: { indexed: number; next: string | null } = await editor.rebuild({ after: next })
      count += batch.indexed
      next = batch.next
    } while (next !== null)
    assert.equal(count, (await visitor.book.list()).total)
  })

  await t.test('other users and visitors are refused', async () => {
    const { search } = ordinaryUser.api
    const alias = { alias: '甲', name: '乙' }
    const calls = [
      () => search.misses(),
      () => search.removeMiss({ query: '甲' }),
      () => search.aliases(),
      () => search.putAlias(alias),
      () => search.removeAlias({ alias: '石头记' }),
      () => search.explain({ query: '甲' }),
      () => search.rebuild({}),
    ]
    for (const call of calls) await failureOf(call(), 'forbidden')
    await failureOf(visitor.search.misses(), 'unauthorized')
    assert.equal((await titles('石头记'))[0], '红楼梦')
  })
})
