import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelationKind } from '#shared/api/book/relation.ts'
import { missingId } from '#shared/id.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { forgetRelations } from '../../../test/forget-relations.ts'
import { reloadCatalog } from '../../../test/reload-catalog.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const sentence = '两条河隔着半个世界，一条向南，一条向西。'

test('relations between books', async (t) => {
  const { visitor, db, newUser, newEditor, url } = await startTestSite(t)
  const [{ api: one }, { api: two }] = [await newEditor('甲编'), await newEditor('乙编')]
  const [border, river] = [await findBookId(db, '边城'), await findBookId(db, '长河')]
  await forgetRelations(db, [border, river])
  const relation = { fromBookId: river, toBookId: border, kind: 'continues' as const, sentence }
  const key = { fromBookId: river, toBookId: border, kind: 'continues' as const }
  const relationsOf = async (id: string) =>
    (await visitor.relation.list({ id })).list.map(({ kind, isReverse, book }) => [kind, isReverse, book.title])
  const pageOf = async (id: string) => (await fetch(`${url}/book/${id}`)).text()

  await t.test('the catalogue has relations, which both books show', async () => {
    const [migration, darkness] = [await findBookId(db, '移居北方的时节'), await findBookId(db, '黑暗之心')]
    assert.ok((await relationsOf(migration)).some((row) => row.join() === 'answers,false,黑暗之心'))
    assert.ok((await relationsOf(darkness)).some((row) => row.join() === 'answers,true,移居北方的时节'))
    const [html, other] = [await pageOf(migration), await pageOf(darkness)]
    assert.ok(html.includes('相连的书') && html.includes('回应') && other.includes('被回应'))
    assert.match(html, /"citation":\[\{"@type":"Book"/)
    assert.ok(!other.includes('"citation"'))
  })

  await t.test('only editors change them, and invalid or unknown input is refused', async () => {
    const { api: reader } = await newUser('翠翠')
    const version = 'x'.repeat(22)
    for (const call of [
      () => reader.relation.inspect({ id: border }),
      () => reader.relation.create({ relation }),
      () => reader.relation.update({ key, version, relation }),
      () => reader.relation.remove({ key }),
    ])
      await failureOf(call(), 'forbidden')
    await failureOf(visitor.relation.create({ relation }), 'unauthorized')
    await failureOf(visitor.relation.list({ id: 'x' }), 'invalid')
    assert.deepEqual((await visitor.relation.list({ id: missingId })).list, [])
    for (const bad of [
      { ...relation, sentence: '太短' },
      { ...relation, kind: 'likes' as RelationKind },
      { ...relation, toBookId: river },
    ])
      await failureOf(one.relation.create({ relation: bad }), 'invalid')
    await failureOf(one.relation.create({ relation: { ...relation, toBookId: missingId } }), 'missing')
    await failureOf(one.relation.inspect({ id: missingId }), 'missing')
    await failureOf(one.relation.update({ key, version, relation }), 'missing')
    await failureOf(one.relation.remove({ key }), 'missing')
  })

  await t.test('an added relation is on both pages at the next request, and an undo removes it', async () => {
    const pages = async () => Promise.all([river, border].map(async (id) => (await pageOf(id)).includes(sentence)))
    assert.deepEqual(await pages(), [false, false])
    const { auditId } = await one.relation.create({ relation })
    assert.deepEqual(await pages(), [true, true])
    const again = await failureOf(two.relation.create({ relation }), 'conflict')
    assert.match(again.message, /《长河》和《边城》之间已经有这种关系/)
    await failureOf(two.relation.create({ relation: { ...relation, fromBookId: border, toBookId: river } }), 'conflict')
    assert.deepEqual(await one.audit.undo({ id: auditId }), { targetType: 'relation', targetId: river })
    assert.deepEqual(await pages(), [false, false])
  })

  await t.test('the second of two concurrent edits is refused, and each edit can be undone', async () => {
    const created = await Promise.allSettled([one, two].map((api) => api.relation.create({ relation })))
    assert.deepEqual(created.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const edited = async () => (await one.relation.inspect({ id: border })).list.find(({ other }) => other.id === river)
    const version = (await edited())?.version ?? ''
    const quoted = { ...relation, kind: 'quotes' as const }
    const { auditId } = await one.relation.update({ key, version, relation: quoted })
    assert.deepEqual(await relationsOf(border), [['quotes', true, '长河']])
    await failureOf(two.relation.update({ key, version, relation }), 'missing')
    await failureOf(two.relation.update({ key: { ...key, kind: 'quotes' }, version, relation }), 'conflict')
    await one.audit.undo({ id: auditId })
    assert.deepEqual(await relationsOf(border), [['continues', true, '长河']])
    const removed = await two.relation.remove({ key })
    assert.deepEqual(await relationsOf(border), [])
    await one.audit.undo({ id: removed.auditId })
    assert.deepEqual(await relationsOf(border), [['continues', true, '长河']])
  })

  await t.test('they follow a merge and come back when it is undone', async () => {
    const winner = await findBookId(db, '湘行散记')
    const { auditId } = await one.book.merge({ loserId: border, winnerId: winner })
    assert.deepEqual(await relationsOf(river), [['continues', false, '湘行散记']])
    assert.ok((await pageOf(river)).includes(`/book/${winner}`))
    await one.audit.undo({ id: auditId })
    assert.deepEqual(await relationsOf(river), [['continues', false, '边城']])
  })

  await t.test(
    'two books may quote each other, but a merge drops a relation that another one contradicts',
    async () => {
      const third = await findBookId(db, '湘行散记')
      await forgetRelations(db, [third])
      const back = { ...relation, fromBookId: border, toBookId: river, kind: 'quotes' as const }
      for (const quote of [{ ...relation, kind: 'quotes' as const }, back])
        await one.relation.create({ relation: quote })
      await one.relation.create({ relation: { ...relation, fromBookId: border, toBookId: third } })
      await one.relation.create({ relation: { ...back, fromBookId: border, toBookId: third } })
      const { auditId } = await one.book.merge({ loserId: third, winnerId: river })
      const expected = [
        ['continues', false, '边城'],
        ['quotes', false, '边城'],
        ['quotes', true, '边城'],
      ]
      assert.deepEqual(await relationsOf(river), expected)
      await one.audit.undo({ id: auditId })
      assert.deepEqual(await relationsOf(river), expected)
      assert.deepEqual(await relationsOf(third), [
        ['continues', true, '边城'],
        ['quotes', true, '边城'],
      ])
    },
  )

  await t.test(
    'two authors may write about each other, but a book cannot inspire the one that inspired it',
    async () => {
      const back = { ...relation, fromBookId: border, toBookId: river }
      for (const kind of ['mentions', 'aboutAuthor'] as const)
        for (const { fromBookId, toBookId } of [relation, back]) {
          await one.relation.create({ relation: { fromBookId, toBookId, kind, sentence } })
          assert.ok((await relationsOf(fromBookId)).some((row) => row[0] === kind && row[1] === false))
        }
      await one.relation.create({ relation: { ...relation, kind: 'inspiredBy' } })
      await failureOf(one.relation.create({ relation: { ...back, kind: 'inspiredBy' } }), 'conflict')
      await forgetRelations(db, [border, river])
      await one.relation.create({ relation })
    },
  )

  await t.test('they come back with a book whose removal is undone', async () => {
    const { book } = await one.book.inspect({ id: river })
    const { id } = await one.book.create({ book: { ...book, title: '长河补', editions: [] } })
    await one.relation.create({ relation: { ...relation, fromBookId: id } })
    const { auditId } = await one.book.remove({ id })
    assert.ok(!(await relationsOf(border)).some(([, , title]) => title === '长河补'))
    await one.audit.undo({ id: auditId })
    assert.ok((await relationsOf(border)).some(([, , title]) => title === '长河补'))
  })

  await t.test('the catalogue does not load a removed relation again', async () => {
    const [fromBookId, toBookId] = [await findBookId(db, '移居北方的时节'), await findBookId(db, '黑暗之心')]
    await one.relation.remove({ key: { fromBookId, toBookId, kind: 'answers' } })
    await reloadCatalog(db)
    assert.ok(!(await relationsOf(fromBookId)).some((row) => row.join() === 'answers,false,黑暗之心'))
  })
})
