import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../../../test/test-site.ts'

test('routes', async (t) => {
  const { visitor, db, newUser } = await startTestSite(t)
  const { list } = await visitor.route.list()
  const routeNamed = (name: string) => list.find((route) => route.name === name)

  await t.test('are complete, run through their towns and have their branches', async () => {
    const { count } = await db
      .selectFrom('route')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(list.length, count)
    const road = routeNamed('丝绸之路：长安—敦煌')
    assert.equal(road?.kind, 'trade')
    assert.equal(road?.lines.length, 2)
    assert.deepEqual(
      [road?.lines[0]?.[0], road?.lines[0]?.at(-1)],
      [await positionOf('西安'), await positionOf('敦煌')],
    )
  })

  await t.test('list their books in the order of the catalogue', async () => {
    const books = routeNamed('奥德修斯的归途')?.books ?? []
    assert.deepEqual(
      books.map(({ title }) => title),
      ['奥德赛', '卡瓦菲斯诗集'],
    )
    for (const { id, title } of books) assert.equal((await visitor.book.show({ id })).title, title)
    assert.deepEqual(routeNamed('京张铁路')?.books, [])
  })

  await t.test('are the same for users and visitors', async () => {
    const { api } = await newUser()
    assert.deepEqual((await api.route.list()).list, list)
  })

  async function positionOf(name: string) {
    const place = await db.selectFrom('place').select(['lng', 'lat']).where('name', '=', name).executeTakeFirstOrThrow()
    return [place.lng, place.lat]
  }
})
