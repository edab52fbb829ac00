import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

test('editors split, move and merge editions', async (t) => {
  const { visitor, db, newUser, newEditor } = await startTestSite(t)
  const [{ api: one }, { api: two }] = [await newEditor('甲编'), await newEditor('乙编')]
  const { api: reader } = await newUser('翠翠')
  const [border, river] = [await findBookId(db, '边城'), await findBookId(db, '长河')]
  const inspect = (id: string) => one.book.inspect({ id })
  const editionsOf = async (id: string) => (await visitor.book.show({ id })).editions
  const idsOf = async (id: string) => (await editionsOf(id)).map((edition) => edition.id)
  const writeEditions = async (id: string, editions: Partial<DraftEdition>[]) => {
    const { book, version } = await inspect(id)
    await one.book.update({ id, version, book: { ...book, editions } })
  }
  const seen = async (bookId: string, position: number) => {
    const { book, version } = await inspect(bookId)
    return { id: book.editions[position]?.id ?? nobody, bookId, version }
  }
  const finds = async (isbn: string) => (await visitor.search.books({ query: isbn })).list.map(({ book }) => book.id)
  await writeEditions(border, [
    { publisher: '开明书店', year: 1943 },
    { isbn13: '9787020002207', illustrators: ['黄永玉'] },
    { translators: ['戴乃迭'], language: 'en', title: 'The Border Town' },
  ])

  await t.test('only editors may do it, and unknown editions and old versions are refused', async () => {
    const edition = await seen(border, 1)
    const pair = { loserId: edition.id, winnerId: nobody, bookId: border, version: edition.version }
    for (const call of [
      () => reader.edition.split(edition),
      () => reader.edition.move({ ...edition, toBookId: river }),
      () => reader.edition.merge(pair),
    ])
      await failureOf(call(), 'forbidden')
    for (const call of [
      () => one.edition.split({ ...edition, id: nobody }),
      () => one.edition.move({ ...edition, id: nobody, toBookId: river }),
      () => one.edition.move({ ...edition, toBookId: nobody }),
      () => one.edition.merge(pair),
    ])
      await failureOf(call(), 'missing')
    await failureOf(one.edition.move({ ...edition, toBookId: border }), 'invalid')
    await failureOf(one.edition.merge({ ...pair, winnerId: edition.id }), 'invalid')
    const version = (await inspect(river)).version
    const failure = await failureOf(one.edition.split({ ...edition, version }), 'conflict')
    assert.ok(failure.data?.fields?.['version'])
    await failureOf(one.edition.split(await seen(river, 0)), 'missing')
  })

  await t.test('a moved edition is found in the other book, and the undo returns it to its place', async () => {
    const before = await idsOf(border)
    const { id, auditId } = await one.edition.move({ ...(await seen(border, 1)), toBookId: river })
    assert.equal(id, river)
    assert.deepEqual([await idsOf(border), await idsOf(river)], [[before[0], before[2]], [before[1]]])
    assert.deepEqual(await finds('9787020002207'), [river])
    assert.deepEqual(
      (await editionsOf(river))[0]?.illustrators.map(({ name }) => name),
      ['黄永玉'],
    )
    await two.audit.undo({ id: auditId })
    assert.deepEqual([await idsOf(border), await idsOf(river)], [before, []])
    assert.deepEqual(await finds('9787020002207'), [border])
    await failureOf(two.audit.undo({ id: auditId }), 'conflict')
  })

  await t.test('of two concurrent moves of one edition to different books, one succeeds', async () => {
    const before = await idsOf(border)
    const edition = await seen(border, 1)
    const other = await findBookId(db, '呐喊')
    const tries = await Promise.allSettled([
      one.edition.move({ ...edition, toBookId: river }),
      two.edition.move({ ...edition, toBookId: other }),
    ])
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    for (const { status, ...result } of tries)
      if (status === 'fulfilled' && 'value' in result) await one.audit.undo({ id: result.value.auditId })
    assert.deepEqual(await idsOf(border), before)
  })

  await t.test('a split makes a copy of the book with the edition, and the undo removes it', async () => {
    const before = await idsOf(border)
    const { id, auditId } = await one.edition.split(await seen(border, 2))
    const [book, copy] = await Promise.all([visitor.book.show({ id: border }), visitor.book.show({ id })])
    assert.deepEqual([copy.title, copy.authors, copy.free], ['The Border Town', book.authors, null])
    assert.deepEqual(copy.tags.map(({ name }) => name).sort(), book.tags.map(({ name }) => name).sort())
    assert.equal(copy.places.length, book.places.length)
    assert.deepEqual([await idsOf(id), await idsOf(border)], [[before[2]], before.slice(0, 2)])
    await reader.reaction.like({ itemType: 'book', itemId: id, on: true })
    await failureOf(two.audit.undo({ id: auditId }), 'conflict')
    await reader.reaction.like({ itemType: 'book', itemId: id, on: false })
    await two.audit.undo({ id: auditId })
    assert.deepEqual(await idsOf(border), before)
    await failureOf(visitor.book.show({ id }), 'missing')
  })

  await t.test(
    'a split of a book that was changed later is not undone, and the only edition is not split',
    async () => {
      const { id, auditId } = await one.edition.split(await seen(border, 2))
      await failureOf(one.edition.split(await seen(id, 0)), 'conflict')
      const { book, version } = await inspect(id)
      await one.book.update({ id, version, book: { ...book, title: '边城英译' } })
      assert.match((await failureOf(one.audit.undo({ id: auditId }), 'conflict')).message, /并回/)
      await one.book.merge({ loserId: id, winnerId: border })
    },
  )

  await t.test('a merge fills the gaps of the edition that stays, and the undo restores both', async () => {
    const before = await editionsOf(border)
    const [winner, loser] = before
    assert.ok(winner && loser)
    const { version } = await inspect(border)
    const pair = { winnerId: winner.id, loserId: loser.id, bookId: border, version }
    const { auditId } = await one.edition.merge(pair)
    const [merged, ...others] = await editionsOf(border)
    assert.deepEqual(
      [merged?.id, merged?.publisher, merged?.isbn13, merged?.illustrators[0]?.name],
      [winner.id, '开明书店', '9787020002207', '黄永玉'],
    )
    assert.equal(others.length, before.length - 2)
    await failureOf(two.edition.merge(pair), 'conflict')
    await two.audit.undo({ id: auditId })
    assert.deepEqual(await editionsOf(border), before)
  })

  await t.test(
    'a draft has an id at most once, and concurrent drafts cannot take an edition from each other',
    async () => {
      const { book, version } = await inspect(border)
      const [first] = book.editions
      assert.ok(first)
      const twice = { ...book, editions: [first, { ...first, isbn13: null, title: '另一个' }] }
      const { data } = await failureOf(one.book.update({ id: border, version, book: twice }), 'invalid')
      assert.equal(data?.fields?.['book.editions'], '有一个版本写了两遍')
      const { book: other, version: otherVersion } = await inspect(river)
      const editions = [{ id: newId(), title: '两边都要的版本' }]
      const results = await Promise.allSettled([
        one.book.update({ id: border, version, book: { ...book, editions: [...book.editions, ...editions] } }),
        two.book.update({ id: river, version: otherVersion, book: { ...other, editions } }),
      ])
      assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    },
  )

  await t.test('books with too many editions together are not merged', async () => {
    await writeEditions(
      river,
      Array.from({ length: 50 }, (_, at) => ({ title: `第 ${at + 1} 版` })),
    )
    assert.match(
      (await failureOf(one.book.merge({ loserId: border, winnerId: river }), 'conflict')).message,
      /最多 50 个/,
    )
  })

  await t.test('a merge is not undone after the edition that stayed was changed', async () => {
    const [winner, loser] = await idsOf(border)
    const { version } = await inspect(border)
    assert.ok(winner && loser)
    const { auditId } = await one.edition.merge({ winnerId: winner, loserId: loser, bookId: border, version })
    const { book, ...rest } = await inspect(border)
    const editions = book.editions.map((edition) => ({ ...edition, pages: 99 }))
    await one.book.update({ id: border, version: rest.version, book: { ...book, editions } })
    await failureOf(one.audit.undo({ id: auditId }), 'conflict')
  })
})
