import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('the editions of a book and the people they name', async (t) => {
  const { visitor, db, url, newUser } = await startTestSite(t)
  const editor = await newUser('甲编')
  await db
    .updateTable('user')
    .set({ roles: ['editor'] })
    .where('id', '=', editor.user.id)
    .execute()
  const { api } = editor
  const idOf = async (title: string) =>
    (await db.selectFrom('book').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
  const isPerson = async (name: string) =>
    (await db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirst()) !== undefined
  const border = await idOf('边城')
  const saved = async (changes: object) => {
    const { book, version } = await api.book.inspect({ id: border })
    return api.book.update({ id: border, version, book: { ...book, ...changes } })
  }

  await t.test('the first edition gives the facts of the book, and every edition is found by its ISBN', async () => {
    await saved({
      editions: [
        { translators: ['戴乃迭', '杨宪益'], publisher: '译林出版社', year: 2009, language: 'en' },
        { isbn13: '9787020002207', illustrators: ['黄永玉'] },
      ],
    })
    const book = await visitor.book.show({ id: border })
    assert.deepEqual([book.translators, book.publisher, book.isbn13], [['戴乃迭', '杨宪益'], '译林出版社', null])
    assert.deepEqual(
      book.editions.map(({ year, isbn13, illustrators }) => [year, isbn13, illustrators.map(({ name }) => name)]),
      [
        [2009, null, []],
        [null, '9787020002207', ['黄永玉']],
      ],
    )
    for (const { personId } of book.editions.flatMap(({ translators }) => translators)) assert.ok(personId)
    for (const typed of ['978-7-02-000220-7', 'ISBN：9787020002207', '9787020002207（平装）', 'isbn 7-02-000220-X']) {
      const found = await visitor.search.books({ query: typed })
      assert.equal(found.list[0]?.book.id, border, typed)
      const { books } = await visitor.recommendation.similar({ isbn: typed })
      assert.deepEqual([books[0]?.id, books[0]?.isSame], [border, true], typed)
      assert.equal((await api.book.adminList({ query: typed })).list[0]?.id, border, typed)
      const { book } = await api.book.inspect({ id: border })
      await saved({ editions: book.editions.map((one, at) => (at === 1 ? { ...one, isbn13: typed } : one)) })
      assert.equal((await visitor.book.show({ id: border })).editions[1]?.isbn13, '9787020002207', typed)
    }
  })

  await t.test('an ISBN belongs to one edition, in a draft and on the whole site', async () => {
    const other = await idOf('长河')
    const { book, version } = await api.book.inspect({ id: other })
    const editions = [{ isbn13: '9787020002207' }]
    const failure = await failureOf(api.book.update({ id: other, version, book: { ...book, editions } }), 'conflict')
    assert.match(failure.data?.fields?.['editions.0.isbn13'] ?? '', /ISBN/)
    const { book: mine } = await api.book.inspect({ id: border })
    await failureOf(api.book.update({ id: other, version, book: { ...book, editions: mine.editions } }), 'conflict')
    await failureOf(saved({ editions: [...editions, ...editions] }), 'conflict')
    const [first, second] = mine.editions
    assert.ok(first && second)
    const isbn13 = second.isbn13
    await saved({
      editions: [
        { ...first, isbn13 },
        { ...second, isbn13: null },
      ],
    })
    assert.equal((await visitor.book.show({ id: border })).isbn13, isbn13)
  })

  await t.test(
    'a person whom no book names any more is removed, and an undo restores editions and people',
    async () => {
      const before = (await visitor.book.show({ id: border })).editions
      const [painter] = before[1]?.illustrators ?? []
      const picture = async () => (await fetch(`${url}/share/person/${painter?.personId}.png`)).status
      assert.equal(await picture(), 200)
      const { auditId } = await saved({ editions: [] })
      assert.equal(await picture(), 404)
      assert.deepEqual((await visitor.book.show({ id: border })).editions, [])
      assert.equal(await isPerson('黄永玉'), false)
      await api.audit.undo({ id: auditId })
      const restored = (await visitor.book.show({ id: border })).editions
      assert.deepEqual(
        restored.map(({ id, isbn13 }) => [id, isbn13]),
        before.map(({ id, isbn13 }) => [id, isbn13]),
      )
      assert.equal(await isPerson('黄永玉'), true)
    },
  )

  await t.test('an author is found by each of their names, and 佚名 and institutions are nobody', async () => {
    const [id] = (await visitor.book.show({ id: border })).authorIds
    assert.ok(id)
    await saved({ authors: ['休芸芸', '佚名', '某某编译局'] })
    assert.deepEqual((await visitor.book.show({ id: border })).authorIds, [id, null, null])
    assert.equal(await isPerson('休芸芸'), false)
    assert.equal(await isPerson('佚名'), false)
    await saved({ authors: ['沈从文'] })
  })

  await t.test('concurrent edits that name the same new person make one person', async () => {
    const ids = [border, await idOf('长河')]
    const drafts = await Promise.all(ids.map((id) => api.book.inspect({ id })))
    await Promise.all(
      drafts.map(({ id, version, book }) =>
        api.book.update({ id, version, book: { ...book, editions: [{ editors: ['新来的编者'] }] } }),
      ),
    )
    const shown = await Promise.all(ids.map((id) => visitor.book.show({ id })))
    const people = new Set(shown.flatMap(({ editions }) => editions[0]?.editors.map(({ personId }) => personId)))
    assert.equal(people.size, 1)
    assert.ok(![...people].includes(null))
  })

  await t.test(
    'a merge adds the editions of the losing book after those of the winner, and its undo returns them',
    async () => {
      const [winnerId, loserId] = [border, await idOf('长河')]
      const before = await visitor.book.show({ id: winnerId })
      const lost = await visitor.book.show({ id: loserId })
      const { auditId } = await api.book.merge({ loserId, winnerId })
      const merged = await visitor.book.show({ id: winnerId })
      assert.deepEqual(
        merged.editions.map(({ id }) => id),
        [...before.editions, ...lost.editions].map(({ id }) => id),
      )
      await api.audit.undo({ id: auditId })
      assert.deepEqual((await visitor.book.show({ id: winnerId })).editions, before.editions)
      assert.deepEqual((await visitor.book.show({ id: loserId })).editions, lost.editions)
    },
  )
})
