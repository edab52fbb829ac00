import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { BookSort } from '#shared/api/book/book.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('books', async (t) => {
  const { visitor, db, url } = await startTestSite(t)
  const total = (await visitor.book.list()).total
  const bookNamed = (title: string) =>
    db.selectFrom('book').select('id').where('title', '=', title).executeTakeFirstOrThrow()

  for (const sort of ['hot', 'new', 'score'] satisfies BookSort[]) {
    await t.test(`pages by ${sort} show every book once`, async () => {
      const seen: string[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page = await visitor.book.list({ sort, limit: 50, ...(cursor && { cursor }) })
        seen.push(...page.list.map(({ id }) => id))
        cursor = page.nextCursor
      }
      assert.equal(seen.length, total)
      assert.equal(new Set(seen).size, total)
    })
  }

  await t.test('a list leads back to its first page by the same pages, with their numbers', async () => {
    const place = await db.selectFrom('place').select('id').where('name', '=', '北京').executeTakeFirstOrThrow()
    const filters: Parameters<typeof visitor.book.list>[0][] = [
      {},
      { tags: ['长篇小说'], sort: 'score' },
      { free: true, sort: 'new' },
      { place: { id: place.id, kind: 'setting' } },
    ]
    for (const filter of filters) {
      const ask = (cursor?: string | null) => visitor.book.list({ ...filter, limit: 2, ...(cursor && { cursor }) })
      const first = await ask()
      const second = await ask(first.nextCursor)
      const third = await ask(second.nextCursor)
      assert.deepEqual([first.page, second.page, third.page], [1, 2, 3])
      const back = await ask(third.prevCursor)
      assert.deepEqual([back.list, back.page], [second.list, 2])
      assert.deepEqual((await ask(back.nextCursor)).list, third.list)
      const start = await ask(back.prevCursor)
      assert.deepEqual([start.list, start.page, start.prevCursor], [first.list, 1, null])
      assert.equal(first.prevCursor, null)
    }
  })

  await t.test('pages name their number and, if all books are counted, the number of pages', async () => {
    const text = async (path: string) => (await (await fetch(url + path)).text()).replaceAll(/<!--.*?-->|<[^>]+>/g, '')
    const { nextCursor } = await visitor.book.list({ limit: 24 })
    assert.ok((await text('/book')).includes(`第 1 页，共 ${Math.ceil(total / 24)} 页`))
    assert.ok((await text(`/book?cursor=${nextCursor}`)).includes(`第 2 页，共 ${Math.ceil(total / 24)} 页`))
    const free = await visitor.library.freeBooks({ limit: 24 })
    assert.ok((await text('/book/freeBook')).includes(`第 1 页，共 ${Math.ceil(free.total / 24)} 页`))
    const found = await visitor.search.books({ query: '史', limit: 20 })
    const results = await text(`/book?q=${encodeURIComponent('史')}&cursor=${found.nextCursor}`)
    assert.ok(results.includes(found.isCapped ? '第 2 页' : `第 2 页，共 ${Math.ceil(found.total / 20)} 页`))
  })

  await t.test('a card names the year in which the book first came out', async () => {
    const { id } = await bookNamed('边城')
    const { publishedYear } = await visitor.book.show({ id })
    const listed = (await visitor.book.list({ tags: ['湘西'] })).list.find((one) => one.id === id)
    assert.equal(listed?.publishedYear, publishedYear)
    const html = await (await fetch(`${url}/book?tag=${encodeURIComponent('湘西')}`)).text()
    assert.match(html.slice(html.indexOf(`book-card-title" href="/book/${id}"`)), /^.{0,600}<span>1934 年<\/span>/)
  })

  await t.test('a list shows the sentence of the first recommendation', async () => {
    const { id } = await bookNamed('边城')
    const listed = (await visitor.book.list({ tags: ['湘西'] })).list.find((one) => one.id === id)
    assert.equal(listed?.reason, (await visitor.book.show({ id })).recommends[0]?.reason)
    assert.ok(listed?.reason)
  })

  await t.test('popular books come first, and a book with too few ratings has no score', async () => {
    const [hot, warm] = [await bookNamed('边城'), await bookNamed('呐喊')]
    await db.updateTable('book').set({ likes: 9, countRated: 2, sumRated: 20 }).where('id', '=', hot.id).execute()
    await db.updateTable('book').set({ likes: 5, countRated: 3, sumRated: 25 }).where('id', '=', warm.id).execute()
    const byPopularity = await visitor.book.list({ limit: 2 })
    assert.deepEqual(
      byPopularity.list.map(({ title }) => title),
      ['边城', '呐喊'],
    )
    assert.equal(byPopularity.list[0]?.score, null)
    const byScore = await visitor.book.list({ sort: 'score', limit: 1 })
    assert.deepEqual([byScore.list[0]?.title, byScore.list[0]?.score], ['呐喊', 8.3])
  })

  await t.test('a filter by tags returns the books that have all of the tags', async () => {
    const one = await visitor.book.list({ tags: ['湘西'], limit: 50 })
    const both = await visitor.book.list({ tags: ['湘西', '散文'], limit: 50 })
    assert.ok(both.total > 0 && both.total < one.total)
    for (const { id } of both.list) {
      const names = (await visitor.book.show({ id })).tags.map(({ name }) => name)
      assert.ok(names.includes('湘西') && names.includes('散文'))
    }
    assert.equal((await visitor.book.list({ tags: ['没有的标签'] })).total, 0)
    const { list } = await visitor.tag.list()
    assert.equal(list.find(({ name }) => name === '湘西')?.count, one.total)
  })

  await t.test('the filter for free books returns the books whose text can be read here', async () => {
    const { list, total: free } = await visitor.book.list({ free: true, limit: 50 })
    assert.ok(free > 40 && free < total)
    assert.equal(free, (await visitor.library.freeBooks({})).total)
    assert.ok(list.every((book) => book.free && book.hasText))
    const { id } = await bookNamed('红楼梦')
    assert.match(await (await fetch(`${url}/book/${id}`)).text(), /本站暂无全文。<a href="\/book\/freeBook">/)
  })

  await t.test('a card tells whether the text can be read here', async () => {
    const { list } = await visitor.book.list({ limit: 50 })
    for (const { id, hasText } of list) assert.equal((await visitor.book.show({ id })).files.length > 0, hasText)
    assert.deepEqual(new Set(list.map(({ hasText }) => hasText)), new Set([true, false]))
  })

  await t.test('invalid input is refused with a message', async () => {
    assert.deepEqual((await failureOf(visitor.book.list({ limit: 51 }), 'invalid')).data?.fields, {
      limit: '一次最多 50 条',
    })
    assert.deepEqual((await failureOf(visitor.book.list({ sort: 'cheap' as BookSort }), 'invalid')).data?.fields, {
      sort: '没有这种排序',
    })
    const odd = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
    const cursors = [
      'x',
      '！',
      odd([]),
      odd(['hot', 'abc', newId()]),
      odd(['new', '2026', newId()]),
      odd(['hot', "1'; drop", newId()]),
      odd(['hot', '1', 'x']),
      odd(['hot', '1.5', newId()]),
      odd(['new', '2024-02-30 00:00:00+00', newId()]),
      odd(['new', '2024-13-45 99:99:99+00', newId()]),
      odd(['new', '0000-01-01 00:00:00+00', newId()]),
    ]
    for (const cursor of cursors) await failureOf(visitor.book.list({ cursor }), 'invalid')
    const { nextCursor } = await visitor.book.list({ limit: 1 })
    await failureOf(visitor.book.list({ sort: 'new', cursor: nextCursor ?? '' }), 'invalid')
  })

  await t.test('a book comes with its authors, places and recommendations, and without internal fields', async () => {
    const book = await visitor.book.show(await bookNamed('边城'))
    assert.deepEqual(book.authors, ['沈从文'])
    assert.ok(book.places.some(({ kind, region }) => kind === 'author' && region === '湖南'))
    assert.equal(book.recommends.length, 1)
    assert.equal(book.recommends[0]?.user.name, '知图编辑部')
    assert.equal('catalogKey' in book, false)
  })

  await t.test('books are listed by a person in a role, and by a place in a kind', async () => {
    const titles = async (input: Parameters<typeof visitor.book.list>[0]) =>
      (await visitor.book.list({ limit: 50, ...input })).list.map(({ title }) => title)
    const { authorIds } = await visitor.book.show(await bookNamed('边城'))
    const id = authorIds[0] ?? ''
    assert.deepEqual(
      new Set(await titles({ person: { id, role: 'author' } })),
      new Set(await titles({ person: { id } })),
    )
    assert.ok((await titles({ person: { id } })).includes('长河'))
    assert.deepEqual(await titles({ person: { id, role: 'translator' } }), [])
    const translated =
      (await visitor.book.show(await bookNamed('百年孤独'))).editions[0]?.translators[0]?.personId ?? ''
    assert.deepEqual(await titles({ person: { id: translated, role: 'author' } }), [])
    assert.ok((await titles({ person: { id: translated, role: 'translator' } })).includes('百年孤独'))
    const placeId =
      (await visitor.place.find({ query: '凤凰' })).list.find(({ name }) => name === '凤凰')?.placeId ?? ''
    assert.ok((await titles({ place: { id: placeId, kind: 'author' } })).includes('边城'))
    assert.ok(!(await titles({ place: { id: placeId, kind: 'setting' } })).includes('边城'))
    const kinds = ['setting', 'subject', 'written', 'author'] as const
    const all = await Promise.all(kinds.map((kind) => titles({ place: { id: placeId, kind } })))
    const once = await Promise.all(kinds.map((kind) => titles({ place: { id: placeId, kind, isClosest: true } })))
    for (const [index, kind] of kinds.entries()) {
      const closer = new Set(all.slice(0, index).flat())
      assert.deepEqual(
        once[index],
        all[index]?.filter((title) => !closer.has(title)),
        kind,
      )
      // The list is counted and sorted in another way with a tag.
      const tagged = { tags: ['湘西'], place: { id: placeId, kind, isClosest: true } }
      assert.ok(new Set(await titles(tagged)).isSubsetOf(new Set(once[index])))
    }
    assert.ok(once.flat().length < all.flat().length)
    await failureOf(visitor.book.list({ person: { id: 'x' } }), 'invalid')
    await failureOf(visitor.book.list({ person: { id, role: 'reader' as 'author' } }), 'invalid')
  })

  await t.test('the books of an author and of a place stay sorted when their popularity changes', async () => {
    const author = await db.selectFrom('person').select('id').where('name', '=', '沈从文').executeTakeFirstOrThrow()
    const place = await db.selectFrom('place').select('id').where('name', '=', '茶峒').executeTakeFirstOrThrow()
    const late = newId()
    await db.insertInto('book').values({ id: late, title: '湘西来信', authors: [], desc: '', likes: 3 }).execute()
    await db.insertInto('bookAuthor').values({ bookId: late, position: 1, personId: author.id }).execute()
    await db.insertInto('bookAuthor').values({ bookId: late, position: 2, personId: author.id }).execute()
    await db.insertInto('bookPlace').values({ bookId: late, placeId: place.id, kind: 'setting' }).execute()
    for (const likes of [3, 2000, 0]) {
      await db.updateTable('book').set({ likes }).where('id', '=', late).execute()
      for (const filter of [
        { person: { id: author.id, role: 'author' } },
        { place: { id: place.id, kind: 'setting' } },
      ] as const) {
        const whole = await visitor.book.list({ ...filter, limit: 50 })
        const rows = await db
          .selectFrom('book')
          .select('id')
          .where(
            'id',
            'in',
            whole.list.map(({ id }) => id),
          )
          .orderBy('popularity', 'desc')
          .orderBy('id', 'desc')
          .execute()
        assert.deepEqual(
          whole.list.map(({ id }) => id),
          rows.map(({ id }) => id),
        )
        assert.equal(whole.total, rows.length)
        assert.equal(likes === 2000, whole.list[0]?.id === late)
        const [first, second] = [await visitor.book.list({ ...filter, limit: 1 }), whole.list[1]?.id]
        const next = await visitor.book.list({ ...filter, limit: 1, cursor: first.nextCursor ?? '' })
        assert.equal(next.list[0]?.id, second)
      }
    }
  })

  await t.test('books are counted up to ten thousand', async () => {
    const author = newId()
    await db.insertInto('person').values({ id: author, name: '多产的人' }).execute()
    await sql`
      insert into book (id, title, authors, "desc")
      select gen_random_uuid(), '第 ' || n || ' 本', '{多产的人}', '' from generate_series(1, 10002) n`.execute(db)
    await sql`
      insert into book_author (book_id, position, person_id)
      select id, 1, ${author} from book where authors = '{多产的人}'`.execute(db)
    const { list, total } = await visitor.book.list({ person: { id: author, role: 'author' } })
    assert.deepEqual([list.length, total], [20, 10_001])
    assert.equal((await visitor.book.list()).total, 10_001)
    assert.deepEqual((await visitor.person.show({ id: author })).works, [{ role: 'author', count: 10_001 }])
    assert.match(await (await fetch(`${url}/person/${author}`)).text(), /1 万\+ 本/)
    await db.deleteFrom('bookAuthor').where('personId', '=', author).execute()
    await sql`delete from book where authors = '{多产的人}'`.execute(db)
  })

  await t.test('an unknown book is reported as missing', async () => {
    await failureOf(visitor.book.show({ id: newId() }), 'missing')
    await failureOf(visitor.book.show({ id: 'x' }), 'invalid')
  })

  await t.test('related books can leave out the books with a relation, as the page of a book does', async () => {
    const { id } = await bookNamed('边城')
    const related = new Set((await visitor.relation.list({ id })).list.map(({ book }) => book.id))
    const { list } = await visitor.book.related({ id, without: 'relations' })
    assert.ok(related.size > 0 && list.length === 8 && !list.some((one) => related.has(one.id)))
    const html = await (await fetch(`${url}/book/${id}`)).text()
    const next = html.slice(html.indexOf('id="related-title"'))
    for (const one of list) assert.ok(next.includes(`"card-link book-card-title" href="/book/${one.id}"`), one.title)
    for (const other of related) assert.ok(!next.includes(`"card-link book-card-title" href="/book/${other}"`))
    await failureOf(visitor.book.related({ id, without: 'others' as 'relations' }), 'invalid')
  })

  await t.test('related books come with a reason, books with a relation first', async () => {
    const { list } = await visitor.book.related(await bookNamed('边城'))
    assert.ok(list.length >= 4)
    assert.ok(!list.some(({ title }) => title === '边城'))
    assert.equal(list[0]?.reason.kind, 'relation')
    assert.ok(list.some(({ reason }) => reason.kind === 'person' && reason.text === '也是沈从文的书'))
    assert.deepEqual((await visitor.book.related({ id: newId() })).list, [])
  })
})
