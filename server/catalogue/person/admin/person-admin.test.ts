import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'

test('editors manage people', async (t) => {
  const { visitor, db, newUser, url } = await startTestSite(t)
  const { api } = await newUser('甲编', ['editor'])
  const reader = await newUser('读者')
  const idOf = async (name: string) =>
    (await db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const placeId = (await db.selectFrom('place').select('id').where('name', '=', '凤凰').executeTakeFirstOrThrow()).id
  const atFenghuang = { placeId, name: '凤凰', lng: 109.6, lat: 27.95, region: null }

  await t.test('only editors may call', async () => {
    const id = newId()
    const person = { name: '某人' }
    const version = 'x'.repeat(22)
    for (const [caller, kind] of [
      [visitor, 'unauthorized'],
      [reader.api, 'forbidden'],
    ] as const) {
      await failureOf(caller.person.adminList({}), kind)
      await failureOf(caller.person.find({ query: '沈' }), kind)
      await failureOf(caller.person.named({ names: ['沈从文'] }), kind)
      await failureOf(caller.person.inspect({ id }), kind)
      await failureOf(caller.person.create({ person }), kind)
      await failureOf(caller.person.update({ id, version, person }), kind)
      await failureOf(caller.person.remove({ id }), kind)
      await failureOf(caller.person.merge({ loserId: id, winnerId: newId() }), kind)
    }
  })

  await t.test('a list is searched by any name or by id, and read page by page', async () => {
    const shen = await idOf('沈从文')
    for (const query of ['从文', '沈岳焕', shen]) {
      const { list } = await api.person.adminList({ query })
      assert.ok(
        list.some(({ id }) => id === shen),
        query,
      )
    }
    const first = await api.person.adminList({ limit: 2 })
    const second = await api.person.adminList({ limit: 2, cursor: first.nextCursor ?? '' })
    assert.equal(new Set([...first.list, ...second.list].map(({ id }) => id)).size, 4)
    assert.equal(second.total, first.total)
    assert.deepEqual((await api.person.adminList({ query: '没有这样的人' })).list, [])
    const withNul = Buffer.from(JSON.stringify(['\0', shen])).toString('base64url')
    for (const cursor of ['x', withNul]) {
      await failureOf(api.person.adminList({ cursor }), 'invalid')
      await failureOf(api.place.adminList({ cursor }), 'invalid')
    }
    const [found] = (await api.person.find({ query: '沈岳焕' })).list
    assert.deepEqual([found?.id, found?.born?.year], [shen, 1902])
    assert.ok((found?.countBooks ?? 0) > 0)
  })

  await t.test('many people are counted up to ten thousand, and found by any part of a name', async () => {
    await sql`insert into person (id, name) select gen_random_uuid(), 'Person' || n || '号' from generate_series(1, 10001) n`.execute(
      db,
    )
    assert.equal((await api.person.adminList({})).total, maxCountedBooks + 1)
    const namesOf = async (query: string) => (await api.person.adminList({ query })).list.map(({ name }) => name)
    for (const query of ['9876', 'pERSON9876', '9876号'])
      assert.deepEqual(await namesOf(query), ['Person9876号'], query)
    assert.equal((await namesOf('号')).length, 20)
    for (const query of ['%', '9_76', '\\']) assert.deepEqual(await namesOf(query), [], query)
    await sql`delete from person where name like 'Person%号'`.execute(db)
  })

  await t.test('a person is created, inspected, changed and removed, and each step is undone', async () => {
    const { id, auditId: created } = await api.person.create({
      person: {
        name: '新来的人',
        names: [{ name: '阿新', kind: 'pen' }],
        born: { year: 1900, circa: true },
        places: [
          { ...atFenghuang, kind: 'died', from: 1950 },
          { ...atFenghuang, kind: 'born', from: 1900, to: 1900 },
        ],
        desc: '试着写的人。',
      },
    })
    const { person, version, works, lastEdit } = await api.person.inspect({ id })
    assert.deepEqual(
      person.places.map(({ kind, from }) => [kind, from]),
      [
        ['born', 1900],
        ['died', 1950],
      ],
    )
    assert.deepEqual([person.born, works, lastEdit?.name], [{ year: 1900, circa: true }, [], '甲编'])
    const page = async () => (await fetch(`${url}/person/${id}`)).text()
    assert.match(await page(), /试着写的人/)
    const { auditId } = await api.person.update({
      id,
      version,
      person: {
        ...person,
        name: '改了名的人',
        desc: '改过的人。',
        places: [
          {
            placeId: null,
            name: '山里',
            lng: 110,
            lat: 28,
            region: { country: 'CN', province: '湖南' },
            kind: 'lived',
          },
        ],
      },
    })
    assert.match(await page(), /改过的人/)
    await failureOf(api.person.update({ id, version, person }), 'conflict')
    assert.equal((await api.person.named({ names: ['新来的人'] })).list[0]?.personId, id)
    await api.audit.undo({ id: auditId })
    assert.deepEqual((await api.person.inspect({ id })).person, person)
    const isPlace = async () => db.selectFrom('place').select('id').where('name', '=', '山里').execute()
    assert.deepEqual(await isPlace(), [])
    const { auditId: removed } = await api.person.remove({ id })
    await failureOf(api.person.inspect({ id }), 'missing')
    assert.equal((await fetch(`${url}/person/${id}`)).status, 404)
    await api.audit.undo({ id: removed })
    assert.deepEqual((await api.person.inspect({ id })).person, person)
    await api.audit.undo({ id: created })
    await failureOf(api.person.inspect({ id }), 'missing')
  })

  await t.test('bad input is refused at its field', async () => {
    const refused = async (person: object) => {
      const { data } = await failureOf(api.person.create({ person: { name: '某某', ...person } }), 'invalid')
      return Object.keys(data?.fields ?? {}).map((field) => field.split('.')[1])
    }
    assert.deepEqual(await refused({ name: ' ' }), ['name'])
    assert.deepEqual(await refused({ names: [{ name: '某某', kind: 'pen' }] }), ['names'])
    const twice = { name: '阿某', kind: 'pen' }
    assert.deepEqual(await refused({ names: [twice, twice] }), ['names'])
    assert.deepEqual(await refused({ names: [{ name: '阿某', kind: 'nick' }] }), ['names'])
    assert.deepEqual(await refused({ born: { year: 1900 }, died: { year: 1800 } }), ['died'])
    assert.deepEqual(await refused({ places: [{ ...atFenghuang, kind: 'lived', from: 2, to: 1 }] }), ['places'])
    const born = { ...atFenghuang, kind: 'born' }
    assert.deepEqual(await refused({ places: [born, born] }), ['places'])
    await failureOf(api.person.create({ person: { name: '沈从文' } }), 'conflict')
    await failureOf(api.person.inspect({ id: newId() }), 'missing')
    await failureOf(api.person.remove({ id: newId() }), 'missing')
  })

  await t.test('a person whom a book names is not removed', async () => {
    assert.match((await failureOf(api.person.remove({ id: await idOf('沈从文') }), 'conflict')).message, /沈从文/)
  })

  await t.test('a person with more names than may be entered after a merge can still be edited', async () => {
    const create = (name: string) =>
      api.person.create({
        person: {
          name,
          names: Array.from({ length: 40 }, (_, at) => ({ name: `${name}${at}`, kind: 'pen' as const })),
        },
      })
    const [winner, loser] = [await create('多名甲'), await create('多名乙')]
    await api.person.merge({ loserId: loser.id, winnerId: winner.id })
    const { person, version } = await api.person.inspect({ id: winner.id })
    assert.equal(person.names.length, 81)
    const { data } = await failureOf(api.person.update({ id: winner.id, version, person }), 'invalid')
    assert.equal(data?.fields?.['person.names'], '最多 60 个名字')
    await api.person.update({ id: winner.id, version, person: { ...person, names: person.names.slice(0, 60) } })
  })

  await t.test(
    'a name is looked up with all people who have it, the person to whom a book is linked first',
    async () => {
      const shen = await idOf('沈从文')
      const { id } = await api.person.create({ person: { name: '另一位', names: [{ name: '沈岳焕', kind: 'pen' }] } })
      const { list } = await api.person.named({ names: ['沈岳焕', '没有的人', '佚名'] })
      assert.deepEqual(
        list.map(({ name, personId, people }) => [name, personId, people.map((one) => one.id)]),
        [
          ['沈岳焕', shen, [shen, id]],
          ['没有的人', null, []],
        ],
      )
    },
  )
})
