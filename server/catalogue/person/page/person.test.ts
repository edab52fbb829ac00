import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { missingId } from '#shared/id.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'

test('the page of a person', async (t) => {
  const { visitor, db, newUser, url } = await startTestSite(t)
  const idOf = async (name: string) =>
    (await db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const shen = await idOf('沈从文')

  await t.test('it has names, years, places, works by role, and the tours that pass by', async () => {
    const person = await visitor.person.show({ id: shen })
    assert.deepEqual([person.born?.year, person.died?.year], [1902, 1988])
    assert.ok(person.names.some(({ kind, name }) => kind === 'birth' && name === '沈岳焕'))
    assert.deepEqual([person.places[0]?.name, person.places[0]?.kind], ['凤凰', 'born'])
    assert.equal(person.places.at(-1)?.kind, 'died')
    assert.ok(person.workPlaces.some(({ name, book }) => name === '茶峒' && book.title === '边城'))
    const { list, total } = await visitor.book.list({ person: { id: shen, role: 'author' } })
    assert.deepEqual(person.works, [{ role: 'author', count: total }])
    assert.ok(list.some(({ title }) => title === '边城'))
    assert.equal(person.tours[0]?.title, '沈从文的湘西')
    const translator = await visitor.person.show({ id: await idOf('杨绛') })
    assert.deepEqual(
      translator.works.map(({ role }) => role),
      ['author', 'translator'],
    )
  })

  await t.test('people are contemporaries when their years in a place overlap', async () => {
    const place = await db.selectFrom('place').select('id').where('name', '=', '茶峒').executeTakeFirstOrThrow()
    const stays: [string, number | null, number | null][] = [
      ['某甲', 1900, 1910],
      ['某乙', 1910, 1920],
      ['某丙', 1911, null],
      ['某丁', null, 1921],
      ['某戊', null, null],
    ]
    const ids = stays.map(() => newId())
    await db
      .insertInto('person')
      .values(stays.map(([name], index) => ({ id: ids[index] ?? '', name })))
      .execute()
    await db
      .insertInto('personPlace')
      .values(
        stays.map(([, fromYear, toYear], index) => ({
          personId: ids[index] ?? '',
          position: 0,
          placeId: place.id,
          kind: 'lived' as const,
          fromYear,
          toYear,
        })),
      )
      .execute()
    const company = async (index: number) =>
      (await visitor.person.show({ id: ids[index] ?? '' })).contemporaries.map(({ name, from, to }) => [name, from, to])
    assert.deepEqual(await company(0), [['某乙', 1910, 1910]])
    assert.deepEqual(await company(1), [
      ['某甲', 1910, 1910],
      ['某丙', 1911, 1911],
    ])
    assert.deepEqual(await company(3), [])
    assert.deepEqual(await company(4), [])
  })

  await t.test(
    'the page is rendered with its description for machines, its pictures and its place in the site map',
    async () => {
      const html = await (await fetch(`${url}/person/${shen}`)).text()
      assert.match(html, /<title>沈从文 · 知图<\/title>/)
      assert.match(html, /1902—1988/)
      assert.match(html, /"@type":"Person"/)
      assert.ok(html.includes(`/share/person/${shen}.png`))
      for (const [path, type] of [
        [`/globe/person/${shen}.svg`, 'image/svg+xml'],
        [`/share/person/${shen}.png`, 'image/png'],
      ]) {
        const answer = await fetch(`${url}${path}`)
        assert.deepEqual([answer.status, answer.headers.get('content-type')?.split(';')[0]], [200, type])
      }
      assert.ok((await (await fetch(`${url}/sitemap-1.xml`)).text()).includes(`/person/${shen}`))
      const list = await (await fetch(`${url}/person/${shen}?role=author`)).text()
      assert.match(list, /<title>沈从文的著作/)
      const traveller = await (await fetch(`${url}/person/${await idOf('玄奘')}`)).text()
      assert.match(traveller, />约 602 年<[^]*>吐鲁番<[^]*>那烂陀<[^]*>664 年</)
    },
  )

  await t.test('the map shows the way of the life in its order, and names its places', async () => {
    const map = await (await fetch(`${url}/globe/person/${shen}.svg`)).text()
    for (const name of ['凤凰', '北京', '昆明']) assert.ok(map.includes(`>${name}</text>`), name)
    const lone = newId()
    await db.insertInto('person').values({ id: lone, name: '没有地方的人' }).execute()
    assert.match(await (await fetch(`${url}/globe/person/${lone}.svg`)).text(), /^<svg[^]*<\/svg>$/)
    assert.equal((await fetch(`${url}/globe/person/${missingId}.svg`)).status, 404)
  })

  await t.test('an edit of a book is on the pages of the people it names at the next request', async () => {
    const { api } = await newUser('甲编', ['editor'])
    const id = await idOf('某甲')
    const pageOf = async () => (await fetch(`${url}/person/${id}`)).text()
    assert.ok(!(await pageOf()).includes('边城'))
    const { id: bookId } = await db
      .selectFrom('book')
      .select('id')
      .where('title', '=', '边城')
      .executeTakeFirstOrThrow()
    const { book, version } = await api.book.inspect({ id: bookId })
    const { auditId } = await api.book.update({
      id: bookId,
      version,
      book: { ...book, editions: [{ illustrators: ['某甲'] }] },
    })
    assert.ok((await pageOf()).includes('边城'))
    assert.deepEqual((await visitor.person.show({ id })).works, [{ role: 'illustrator', count: 1 }])
    await api.audit.undo({ id: auditId })
  })

  await t.test('an unknown person is missing', async () => {
    await failureOf(visitor.person.show({ id: newId() }), 'missing')
    await failureOf(visitor.person.show({ id: 'x' }), 'invalid')
    assert.equal((await fetch(`${url}/person/${newId()}`)).status, 404)
    assert.equal((await fetch(`${url}/person/x`)).status, 404)
    assert.equal((await fetch(`${url}/share/person/${missingId}.png`)).status, 404)
  })
})
