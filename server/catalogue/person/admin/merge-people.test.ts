import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'
import { findBookId } from '../../../../test/find-book-id.ts'

test('merging people', async (t) => {
  const { visitor, db, newUser, url } = await startTestSite(t)
  const { api } = await newUser('甲编', ['editor'])
  const bookId = await findBookId(db, '边城')
  const idOf = async (name: string) =>
    (await db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const saveBook = async (changes: object, id = bookId) => {
    const { book, version } = await api.book.inspect({ id })
    return api.book.update({ id, version, book: { ...book, ...changes } })
  }
  const everything = async () => ({
    people: await db.selectFrom('person').selectAll().orderBy('id').execute(),
    names: await db.selectFrom('personName').selectAll().orderBy('personId').orderBy('name').execute(),
    life: await db.selectFrom('personPlace').selectAll().orderBy('personId').orderBy('position').execute(),
    authors: await db.selectFrom('bookAuthor').selectAll().orderBy('bookId').orderBy('position').execute(),
    others: await db.selectFrom('editionPerson').selectAll().orderBy('editionId').orderBy('position').execute(),
    redirects: await db.selectFrom('redirect').selectAll().orderBy('noun').orderBy('oldKey').execute(),
  })
  const withoutEditTime = ({ people, ...rest }: Awaited<ReturnType<typeof everything>>) => ({
    people: people.map(({ editedAt: _, ...person }) => person),
    ...rest,
  })
  const shen = await idOf('沈从文')
  const yang = await idOf('杨绛')

  await t.test('all credits, names and places move, the old address redirects, and an undo restores both', async () => {
    const before = await everything()
    const ownWorks = (await visitor.person.show({ id: yang })).works
    const loser = await visitor.person.show({ id: shen })
    const { id, auditId } = await api.person.merge({ loserId: shen, winnerId: yang })
    assert.equal(id, yang)
    const merged = await visitor.person.show({ id: shen })
    assert.equal(merged.id, yang)
    const names = merged.names.map(({ name }) => name)
    for (const { name } of loser.names) assert.ok(names.includes(name), name)
    assert.equal(names.at(-1), '沈从文')
    assert.ok((merged.works[0]?.count ?? 0) > (ownWorks[0]?.count ?? 0))
    assert.equal(merged.places.filter(({ kind }) => kind === 'born').length, 1)
    const answer = await fetch(`${url}/person/${shen}`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [301, `/person/${yang}`])
    const book = await visitor.book.show({ id: bookId })
    assert.deepEqual([book.authors, book.authorIds], [['沈从文'], [yang]])
    assert.ok((await (await fetch(`${url}/book/${bookId}`)).text()).includes(`/person/${yang}`))
    await api.audit.undo({ id: auditId })
    assert.deepEqual(withoutEditTime(await everything()), withoutEditTime(before))
    assert.deepEqual((await visitor.book.show({ id: bookId })).authorIds, [shen])
    await failureOf(api.audit.undo({ id: auditId }), 'conflict')
  })

  await t.test('a merge is refused for one person twice and for unknown people', async () => {
    await failureOf(api.person.merge({ loserId: shen, winnerId: shen }), 'invalid')
    await failureOf(api.person.merge({ loserId: shen, winnerId: newId() }), 'missing')
    await failureOf(api.person.merge({ loserId: newId(), winnerId: shen }), 'missing')
  })

  await t.test('an undo keeps what was changed since the merge', async () => {
    const { id: loserId } = await api.person.create({
      person: { name: '待并的人', names: [{ name: '待并笔名', kind: 'pen' }], desc: '待并的人的介绍。' },
    })
    const { id: winnerId } = await api.person.create({ person: { name: '留下的人' } })
    await saveBook({ authors: ['沈从文', '待并笔名'] })
    const { auditId } = await api.person.merge({ loserId, winnerId })
    const { person, version } = await api.person.inspect({ id: winnerId })
    assert.equal(person.desc, '待并的人的介绍。')
    const names = [...person.names, { name: '后来的名字', kind: 'art' as const }]
    await api.person.update({ id: winnerId, version, person: { ...person, names, desc: '后来改的介绍。' } })
    // The book is edited again, and another book names the loser for the first time.
    await saveBook({ authors: ['待并笔名', '留下的人', '沈从文'] })
    const other = await findBookId(db, '长河')
    await saveBook({ authors: ['待并的人'] }, other)
    assert.deepEqual((await visitor.book.show({ id: other })).authorIds, [winnerId])
    await api.audit.undo({ id: auditId })
    const loser = await api.person.inspect({ id: loserId })
    assert.deepEqual([loser.person.name, loser.person.names], ['待并的人', [{ name: '待并笔名', kind: 'pen' }]])
    const winner = (await api.person.inspect({ id: winnerId })).person
    assert.deepEqual([winner.names, winner.desc], [[{ name: '后来的名字', kind: 'art' }], '后来改的介绍。'])
    assert.deepEqual((await visitor.book.show({ id: bookId })).authorIds, [loserId, winnerId, shen])
    assert.deepEqual((await visitor.book.show({ id: other })).authorIds, [loserId])
    await saveBook({ authors: ['沈从文'] })
    await saveBook({ authors: ['沈从文'] }, other)
  })

  await t.test('merges are undone in the opposite order', async () => {
    const [a, b, c] = [
      await api.person.create({ person: { name: '甲某' } }),
      await api.person.create({ person: { name: '乙某' } }),
      await api.person.create({ person: { name: '丙某' } }),
    ]
    await saveBook({ authors: ['甲某', '乙某'] })
    const before = withoutEditTime(await everything())
    const first = await api.person.merge({ loserId: a.id, winnerId: b.id })
    const second = await api.person.merge({ loserId: b.id, winnerId: c.id })
    assert.deepEqual((await visitor.book.show({ id: bookId })).authorIds, [c.id, c.id])
    assert.equal((await visitor.person.show({ id: a.id })).id, c.id)
    await failureOf(api.audit.undo({ id: first.auditId }), 'conflict')
    await api.audit.undo({ id: second.auditId })
    await api.audit.undo({ id: first.auditId })
    assert.deepEqual(withoutEditTime(await everything()), before)
    const { auditId } = await api.person.merge({ loserId: a.id, winnerId: b.id })
    await api.person.create({ person: { name: '甲某' } })
    assert.match((await failureOf(api.audit.undo({ id: auditId }), 'conflict')).message, /改名/)
    await saveBook({ authors: ['沈从文'] })
  })

  await t.test('concurrent merges and edits leave every credit with a person who exists', async () => {
    const [a, b, c] = await Promise.all(
      ['子某', '丑某', '寅某'].map(async (name) => (await api.person.create({ person: { name } })).id),
    )
    assert.ok(a && b && c)
    const other = await findBookId(db, '长河')
    await saveBook({ authors: ['子某', '丑某'] })
    const outcomes = await Promise.allSettled([
      api.person.merge({ loserId: a, winnerId: b }),
      api.person.merge({ loserId: b, winnerId: c }),
      saveBook({ authors: ['丑某', '子某', '寅某'] }),
      saveBook({ authors: ['子某', '丑某'] }, other),
    ])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
    // If the merge that deletes b runs first, the other merge fails, because b no longer exists.
    assert.ok(failures.length <= 1 && failures.every((failure) => failure.message.includes('合并')), String(failures))
    const winner = (await visitor.person.show({ id: a })).id
    assert.equal((await visitor.person.show({ id: b })).id, c)
    assert.ok([a, c].includes(winner))
    assert.deepEqual((await visitor.book.show({ id: bookId })).authorIds, [c, winner, c])
    assert.deepEqual((await visitor.book.show({ id: other })).authorIds, [winner, c])
  })
})
