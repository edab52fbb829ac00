import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reloadCatalog } from '../../../test/reload-catalog.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('editors and tags, places and tours', async (t) => {
  const { visitor, db, newUser, url } = await startTestSite(t)
  const editor = await newUser('老编辑', ['admin'])
  const { api } = editor
  const testUser = (await newUser('翠翠')).api
  const tagOf = async (name: string) => {
    const tag = (await api.tag.adminList()).list.find((one) => one.name === name)
    return tag ?? assert.fail(name)
  }
  const titlesWith = async (tag: string) => {
    const titles: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await visitor.book.list({ tags: [tag], limit: 50, ...(cursor && { cursor }) })
      titles.push(...page.list.map(({ title }) => title))
      cursor = page.nextCursor
    } while (cursor !== null)
    return titles.sort()
  }
  const areCountsRight = async () => {
    for (const { name, count } of (await api.tag.adminList()).list)
      assert.equal((await visitor.book.list({ tags: [name] })).total, count, name)
  }
  const placeOf = async (name: string) => {
    const { list } = await api.place.adminList({ query: name })
    return list.find((one) => one.name === name) ?? assert.fail(name)
  }
  const id = '00000000-0000-7000-8000-000000000000'
  const version = 'x'.repeat(22)

  await t.test('only editors may edit, and invalid or unknown input is refused', async () => {
    const [spot, region] = [
      { lng: 109, lat: 28 },
      { country: 'CN', province: '湖南' },
    ]
    const stop = { title: '一站一站', text: '讲'.repeat(30), zoom: 5, ...spot }
    const tour = { title: '渡口', desc: '讲'.repeat(20), position: 9, stops: [stop, stop] }
    const all = (of: typeof api) => [
      () => of.tag.create({ name: '渡口', kind: 'subject' as const }),
      () => of.tag.update({ id, version, name: '渡口', kind: 'subject' as const, position: 1 }),
      () => of.tag.remove({ id }),
      () => of.tag.merge({ loserId: id, winnerId: editor.user.id }),
      () => of.place.update({ id, version, name: '渡口', ...spot, region }),
      () => of.place.remove({ id }),
      () => of.place.merge({ loserId: id, winnerId: editor.user.id }),
      () => of.tour.inspect({ id }),
      () => of.tour.update({ id, version, tour }),
      () => of.tour.remove({ id }),
      () => of.tour.create({ tour: { ...tour, stops: [stop] } }),
      () => of.tag.adminList(),
      () => of.place.adminList(),
    ]
    for (const call of all(testUser)) await failureOf(call(), 'forbidden')
    for (const call of all(visitor)) await failureOf(call(), 'unauthorized')
    for (const call of all(api).slice(1, 10)) await failureOf(call(), 'missing')
    await failureOf(all(api)[10]?.() ?? assert.fail(), 'invalid')
    await failureOf(api.tag.create({ name: '', kind: 'subject' }), 'invalid')
    await failureOf(api.place.update({ id, version, name: '渡口', ...spot, lat: 91, region }), 'invalid')
    await failureOf(
      api.place.update({ id, version, name: '渡口', ...spot, region: { country: 'CN', province: null } }),
      'invalid',
    )
    await failureOf(api.tag.merge({ loserId: id, winnerId: id }), 'invalid')
  })

  await t.test('creating, renaming and removing a tag can be undone', async () => {
    const { id, auditId } = await api.tag.create({ name: '渡口', kind: 'subject' })
    await failureOf(api.tag.create({ name: '渡口', kind: 'era' }), 'conflict')
    await api.audit.undo({ id: auditId })
    assert.ok(!(await api.tag.adminList()).list.some((tag) => tag.id === id))
    const old = await tagOf('湘西')
    const titles = await titlesWith('湘西')
    const done = await api.tag.update({ ...pick(old), name: '湘西边地' })
    await failureOf(api.tag.update({ ...pick(old), name: '湘西山水' }), 'conflict')
    await failureOf(api.tag.remove({ id: old.id }), 'conflict')
    for (const name of ['湘西', '湘西边地']) assert.deepEqual(await titlesWith(name), titles)
    assert.equal((await fetch(`${url}/book?tag=湘西`)).status, 200)
    assert.ok((await visitor.search.books({ query: '湘西边地' })).total > 0)
    await reloadCatalog(db)
    assert.ok(!(await api.tag.adminList()).list.some((tag) => tag.name === '湘西'))
    assert.deepEqual(await titlesWith('湘西边地'), titles)
    await api.audit.undo({ id: done.auditId })
    assert.deepEqual(await titlesWith('湘西'), titles)
    await failureOf(api.audit.undo({ id: done.auditId }), 'conflict')
    await areCountsRight()
  })

  await t.test('a merge of two tags can be undone', async () => {
    const [loser, winner] = [await tagOf('湘西'), await tagOf('乡土')]
    const [of, ofWinner] = [await titlesWith('湘西'), await titlesWith('乡土')]
    const { auditId } = await api.tag.merge({ loserId: loser.id, winnerId: winner.id })
    const united = [...new Set([...of, ...ofWinner])].sort()
    for (const name of ['湘西', '乡土']) assert.deepEqual(await titlesWith(name), united)
    await areCountsRight()
    const tagged = await db.selectFrom('mark').select('tagIds').execute()
    assert.ok(tagged.every(({ tagIds }) => !tagIds.includes(loser.id)))
    await reloadCatalog(db)
    assert.ok(!(await api.tag.adminList()).list.some((tag) => tag.name === '湘西'))
    await areCountsRight()
    await api.audit.undo({ id: auditId })
    await areCountsRight()
    const { list } = await api.audit.list({ action: 'tag.merge' })
    assert.deepEqual([list[0]?.id, list[0]?.canUndo], [auditId, false])
  })

  await t.test('moving a place with its marks and merging it can be undone', async () => {
    const place = await placeOf('凤凰')
    const at = async (lng: number, lat: number) =>
      (await visitor.mark.list({ bounds: [lng - 0.02, lat - 0.02, lng + 0.02, lat + 0.02], limit: 50 })).list.length
    const before = await at(place.lng, place.lat)
    assert.ok(before > 0)
    const region = { country: place.country, province: place.province as never }
    const update = { id: place.id, version: place.version, name: '凤凰古城', lng: 100.5, lat: 30.5, region }
    const { auditId } = await api.place.update(update)
    await failureOf(api.place.update(update), 'conflict')
    assert.equal(await at(100.5, 30.5), before)
    assert.equal(await at(place.lng, place.lat), 0)
    assert.ok((await visitor.search.books({ query: '凤凰古城' })).total > 0)
    await failureOf(api.place.remove({ id: place.id }), 'conflict')
    await reloadCatalog(db)
    assert.equal(await at(100.5, 30.5), before)
    await api.audit.undo({ id: auditId })
    assert.equal(await at(place.lng, place.lat), before)
    const winner = await placeOf('长沙')
    const there = await at(winner.lng, winner.lat)
    const merged = await api.place.merge({ loserId: place.id, winnerId: winner.id })
    assert.ok((await at(winner.lng, winner.lat)) > there)
    assert.equal(
      (await api.place.adminList({ query: '凤凰' })).list.some(({ id }) => id === place.id),
      false,
    )
    await reloadCatalog(db)
    assert.equal((await api.place.adminList({ query: place.id })).total, 0)
    await api.audit.undo({ id: merged.auditId })
    assert.equal(await at(winner.lng, winner.lat), there)
    assert.equal(await at(place.lng, place.lat), before)
  })

  await t.test('creating, changing and removing a tour can be undone, and concurrent changes are refused', async () => {
    const { list } = await visitor.tour.list()
    const first = list[0]?.id ?? ''
    const { tour, version, names } = await api.tour.inspect({ id: first })
    assert.ok(Object.values(names).includes('源氏物语'))
    const changed = { ...tour, title: '另一条路', stops: tour.stops.toReversed() }
    const tries = await Promise.allSettled([
      api.tour.update({ id: first, version, tour: changed }),
      api.tour.update({ id: first, version, tour: { ...tour, title: '第三条路' } }),
    ])
    const [done] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const { title } = await visitor.tour.show({ id: first })
    assert.ok(title.endsWith('条路'))
    await db.updateTable('tour').set({ catalogHash: 'another' }).execute()
    await reloadCatalog(db)
    assert.equal((await visitor.tour.show({ id: first })).title, title)
    await api.audit.undo({ id: done?.auditId ?? '' })
    assert.deepEqual((await api.tour.inspect({ id: first })).tour, tour)
    const { id } = await api.tour.create({ tour: { ...changed, title: '新的一条' } })
    assert.equal((await visitor.tour.list()).list.length, list.length + 1)
    await api.tour.remove({ id })
    const { auditId } = await api.tour.remove({ id: first })
    await reloadCatalog(db)
    await failureOf(visitor.tour.show({ id: first }), 'missing')
    await api.audit.undo({ id: auditId })
    assert.deepEqual((await api.tour.inspect({ id: first })).tour, tour)
    assert.equal((await visitor.tour.list()).list.length, list.length)
  })
})

function pick({
  id,
  version,
  kind,
  position,
}: {
  id: string
  version: string
  kind: 'form' | 'subject' | 'era' | 'region'
  position: number
}) {
  return { id, version, kind, position }
}
