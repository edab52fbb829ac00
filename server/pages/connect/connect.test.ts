import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingId } from '#shared/id.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { forgetRelations } from '../../../test/forget-relations.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('books, people and places are connected', async (t) => {
  const { visitor, db, newEditor, caller, secondNode, url } = await startTestSite(t)
  const idOf = async (table: 'person' | 'place', name: string) =>
    `${table}.${(await db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id}`
  const bookOf = async (title: string) => `book.${await findBookId(db, title)}`
  const [border, quixote] = [await bookOf('边城'), await bookOf('堂吉诃德')]
  const [shen, chadong] = [await idOf('person', '沈从文'), await idOf('place', '茶峒')]
  const sentences = async (from: string, to: string) =>
    (await visitor.connect.find({ from, to })).path?.steps.map(({ sentence }) => sentence)

  await t.test('each step is explained in one sentence, in both directions', async () => {
    assert.deepEqual(await sentences(shen, border), ['沈从文写了《边城》。'])
    assert.deepEqual(await sentences(chadong, border), ['《边城》的故事发生在茶峒。'])
    assert.deepEqual(await sentences(shen, chadong), ['沈从文写了《边城》。', '《边城》的故事发生在茶峒。'])
    assert.deepEqual(await sentences(chadong, shen), ['《边城》的故事发生在茶峒。', '沈从文写了《边城》。'])
    assert.deepEqual(await sentences(await idOf('person', '杨绛'), quixote), ['杨绛译了《堂吉诃德》。'])
    const [met] = (await sentences(shen, await idOf('person', '汪曾祺'))) ?? []
    assert.match(met ?? '', /^沈从文和汪曾祺 \d{4}(—\d{4})? 年都在/)
  })

  await t.test('the path has its nodes with notes, and its points on the globe', async () => {
    const { from, to, path } = await visitor.connect.find({ from: border, to: quixote })
    assert.deepEqual([from?.name, from?.note, to?.name], ['边城', '沈从文', '堂吉诃德'])
    assert.ok(path)
    assert.equal(path.steps.length, path.nodes.length - 1)
    assert.deepEqual([path.nodes[0]?.id, path.nodes.at(-1)?.id], [border, quixote])
    assert.ok(path.points.length >= 2 && path.points[0]?.name === '茶峒')
    const picture = await fetch(`${url}/globe/connect/${border}/${quixote}.svg`)
    assert.deepEqual([picture.status, picture.headers.get('content-type')?.split(';')[0]], [200, 'image/svg+xml'])
    assert.match(await picture.text(), /stroke="#a8321f"/)
    for (const from of ['x', `book.${missingId}`])
      for (const path of [`/globe/connect/${from}/${quixote}.svg`, `/share/connect/${from}/${quixote}.png`])
        assert.equal((await fetch(url + path)).status, 404)
    const share = `/share/connect/${border}/${quixote}.png`
    const html = await (await fetch(`${url}/connect?from=${border}&to=${quixote}`)).text()
    assert.match(html, new RegExp(`property="og:image" content="http://books.test${share}"`))
    const shared = await fetch(url + share)
    assert.deepEqual([shared.status, shared.headers.get('content-type')], [200, 'image/png'])
  })

  await t.test('a new relation shortens the path at once', async () => {
    const { api } = await newEditor('甲编')
    const page = async () => (await fetch(`${url}/connect?from=${border}&to=${quixote}`)).text()
    const sentence = '一个守渡船，一个骑瘦马，都等着不会来的人。'
    assert.ok(!(await page()).includes(sentence))
    const [fromBookId = '', toBookId = ''] = [border, quixote].map((id) => id.slice('book.'.length))
    const { auditId } = await api.relation.create({ relation: { fromBookId, toBookId, kind: 'answers', sentence } })
    assert.deepEqual(await sentences(quixote, border), [`《边城》回应《堂吉诃德》：${sentence}`])
    assert.ok((await page()).includes(sentence))
    await api.audit.undo({ id: auditId })
  })

  await t.test(
    'a path goes rather by relations of books than through a big city, but also through a small place',
    async () => {
      const { api } = await newEditor('丙编')
      const { book } = await api.book.inspect({ id: border.slice('book.'.length) })
      const { book: inBeijing } = await api.book.inspect({ id: await findBookId(db, '骆驼祥子') })
      const [setting] = book.places.filter(({ kind }) => kind === 'setting')
      const beijing = inBeijing.places.find(({ name, kind }) => name === '北京' && kind === 'setting')
      assert.ok(setting && beijing)
      const village = { ...setting, placeId: null, name: '无名渡', lng: 110.5, lat: 28.9 }
      const create = async (title: string, places: (typeof setting)[]) => {
        const added = { ...book, title, authors: ['佚名'], places, editions: [] }
        return (await api.book.create({ book: added })).id
      }
      const kindsBetween = async (place: typeof setting) => {
        const from = await create(`${place.name}来信一`, [place])
        const { book: first } = await api.book.inspect({ id: from })
        const to = await create(`${place.name}来信二`, first.places)
        const between = await Promise.all(['边城', '堂吉诃德', '红楼梦'].map((title) => findBookId(db, title)))
        const chain = [from, ...between, to]
        for (const [index, fromBookId] of chain.slice(0, -1).entries()) {
          const relation = { fromBookId, toBookId: chain[index + 1] ?? '', kind: 'answers' as const }
          await api.relation.create({ relation: { ...relation, sentence: '一封信写完，另一封信接着写。' } })
        }
        const { path } = await visitor.connect.find({ from: `book.${from}`, to: `book.${to}` })
        for (const id of [from, to]) await api.book.remove({ id })
        await forgetRelations(db, between)
        return path?.steps.map(({ kind }) => kind)
      }
      assert.deepEqual(await kindsBetween(beijing), ['relation', 'relation', 'relation', 'relation'])
      assert.deepEqual(await kindsBetween(village), ['place', 'place'])
    },
  )

  await t.test('the same thing, unknown and invalid ids have no path', async () => {
    assert.equal((await visitor.connect.find({ from: border, to: border })).path, null)
    const unknown = await visitor.connect.find({ from: `book.${missingId}`, to: border })
    assert.deepEqual([unknown.from, unknown.to?.name, unknown.path], [null, '边城', null])
    for (const from of ['x', 'book.x', `tour.${missingId}`, `${border}.x`])
      assert.deepEqual((await failureOf(visitor.connect.find({ from, to: border }), 'invalid')).data?.fields, {
        from: '编号不对',
      })
    assert.equal((await visitor.connect.show({ id: `person.${missingId}` })).found, null)
  })

  await t.test('the id of a merged book leads to the surviving one', async () => {
    const { api } = await newEditor('乙编')
    const [loser, winner] = [await bookOf('长河'), await bookOf('湘行散记')]
    const [loserId = '', winnerId = ''] = [loser, winner].map((id) => id.slice('book.'.length))
    const { auditId } = await api.book.merge({ loserId, winnerId })
    assert.equal((await visitor.connect.find({ from: loser, to: shen })).from?.id, winner)
    const answer = await fetch(`${url}/connect?from=${loser}&to=${shen}`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, `/connect?from=${winner}&to=${shen}`])
    await api.audit.undo({ id: auditId })
  })

  await t.test('typed names find books, people by any of their names, and places', async () => {
    const find = async (query: string) => (await visitor.connect.name({ query })).list.map(({ id }) => id)
    assert.equal((await find('边城'))[0], border)
    assert.equal((await find('《边城》'))[0], border)
    assert.equal((await find('沈岳焕'))[0], shen)
    assert.equal((await find('茶峒'))[0], chadong)
    assert.ok((await find('biancheng')).includes(border))
    assert.deepEqual(await find(''), [])
    assert.deepEqual(await find('没有这样的东西吧'), [])
    const typed = `/connect?${new URLSearchParams({ fromName: '边城', toName: '沈岳焕' })}`
    const answer = await fetch(url + typed, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, `/connect?from=${border}&to=${shen}`])
  })

  await t.test(
    'examples are pairs of different books that three relations connect, as far as there are any',
    async () => {
      const relations = await db.selectFrom('bookRelation').select(['fromBookId', 'toBookId']).execute()
      const related = (ids: string[]) =>
        ids.flatMap((id) =>
          relations.flatMap(({ fromBookId, toBookId }) =>
            fromBookId === id ? toBookId : toBookId === id ? fromBookId : [],
          ),
        )
      const { list } = await visitor.connect.examples()
      assert.equal(list.length, 4)
      assert.equal(new Set(list.flatMap(({ from, to }) => [from.id, to.id])).size, 8)
      for (const { from, to } of list) {
        const fourth = related(related(related([from.id.slice('book.'.length)])))
        assert.ok(fourth.includes(to.id.slice('book.'.length)), `${from.name} ${to.name}`)
      }
      await db.deleteFrom('bookRelation').execute()
      const { list: random } = await caller(undefined, await secondNode()).connect.examples()
      assert.equal(random.length, 4)
    },
  )
})
