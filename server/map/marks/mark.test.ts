import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Bounds, Mark } from '#shared/api/place/mark.ts'
import { recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

test('marks', async (t) => {
  const { visitor, caller, db } = await startTestSite(t)
  // With so few marks no cells are stored by themselves; lists of large libraries choose by them how they search.
  await db.transaction().execute((db) => recountMarks(db, 10))
  type Filter = { tags?: string[]; bounds?: Bounds; placeId?: string }

  /** Reads all pages of a search for marks, and checks that their totals agree and no mark occurs twice. */
  const listAll = async (filter: Filter = {}, limit = 50): Promise<Mark[]> => {
    // Each call uses its own IP address, and therefore its own rate limit.
    const visitor = caller()
    const seen: Mark[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await visitor.mark.list({ ...filter, limit, ...(cursor && { cursor }) })
      seen.push(...page.list)
      cursor = page.nextCursor
      assert.ok(page.list.length > 0 || page.total === 0)
      if (cursor === null) assert.equal(seen.length, page.total)
    }
    assert.equal(new Set(seen.map(keyOf)).size, seen.length)
    return seen
  }
  const keyOf = ({ properties: { itemId, placeId } }: Mark) => `${itemId} ${placeId}`
  const all = await listAll()

  await t.test('every book has one mark at each of its places', async () => {
    assert.equal(all.length, (await visitor.place.list()).countMarks)
  })

  await t.test('marks are ordered by current popularity, then by id', async () => {
    const id = await findBookId(db, '边城')
    await db.updateTable('book').set({ likes: 9 }).where('id', '=', id).execute()
    const list = await listAll()
    const places = all.filter(({ properties }) => properties.itemId === id).length
    assert.ok(places > 0 && list.slice(0, places).every(({ properties }) => properties.itemId === id))
    const rest = list.slice(places).map(keyOf)
    assert.deepEqual(rest, rest.toSorted().toReversed())
    await db.updateTable('book').set({ likes: 0 }).where('id', '=', id).execute()
  })

  const boxes: [string, Bounds][] = [
    ['the world', [-180, -90, 180, 90]],
    ['China', [73, 18, 135, 54]],
    ['a town', [109.4, 27.8, 109.8, 28.1]],
    ['across the antimeridian', [160, -60, -150, 70]],
    ['the southern pole', [-180, -90, 180, -80]],
    ['one point', [116.4, 39.9, 116.4, 39.9]],
    ['open sea', [-40, -40, -35, -35]],
  ]
  for (const [name, bounds] of boxes) {
    await t.test(`${name}: exactly the marks within the bounds are listed`, async () => {
      const [west, south, east, north] = bounds
      const within = ({ geometry: { coordinates } }: Mark) => {
        const [lng, lat] = coordinates
        const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
        return isBetween && lat >= south && lat <= north
      }
      for (const tags of [[], ['散文'], ['长篇小说', '历史']]) {
        const expected = (await listAll({ tags })).filter(within).map(keyOf)
        assert.deepEqual((await listAll({ tags, bounds }, 17)).map(keyOf), expected)
      }
      assert.equal((await visitor.mark.list({ bounds, limit: 1 })).total > 0, name !== 'open sea')
    })
  }

  await t.test('the marks of one place are listed', async () => {
    const beijing = await db.selectFrom('place').select('id').where('name', '=', '北京').executeTakeFirstOrThrow()
    const expected = all.filter(({ properties }) => properties.placeId === beijing.id).map(keyOf)
    assert.ok(expected.length > 20)
    assert.deepEqual((await listAll({ placeId: beijing.id }, 7)).map(keyOf), expected)
    const essays = all.filter(({ properties: { placeId, tags } }) => placeId === beijing.id && tags.includes('散文'))
    assert.deepEqual((await listAll({ placeId: beijing.id, tags: ['散文'] })).map(keyOf), essays.map(keyOf))
    assert.equal((await visitor.mark.list({ placeId: newId() })).total, 0)
  })

  await t.test('a filter by tags lists the items that have all of them', async () => {
    for (const tags of [['散文'], ['散文', '湘西'], ['散文', '湘西', '散文']]) {
      const expected = all.filter(({ properties }) => tags.every((tag) => properties.tags.includes(tag)))
      assert.ok(expected.length > 0 && expected.length < all.length)
      assert.deepEqual((await listAll({ tags })).map(keyOf), expected.map(keyOf))
    }
    assert.equal((await visitor.mark.list({ tags: ['没有的标签'] })).total, 0)
  })

  await t.test('marks less popular than all others are found', async () => {
    const expected = all.filter(({ properties: { tags } }) => tags.includes('长篇小说')).map(keyOf)
    const novels = new Set(expected.map((key) => key.slice(0, 36)))
    const setLikes = (likes: number) =>
      db
        .updateTable('book')
        .set({ likes })
        .where('id', 'not in', [...novels])
        .execute()
    await setLikes(5)
    assert.deepEqual((await listAll({ tags: ['长篇小说'] }, 9)).map(keyOf), expected)
    await setLikes(0)
  })

  await t.test('a single mark has all fields of its card', async () => {
    const mark = all.find(({ properties }) => properties.title === '边城')
    assert.ok(mark)
    const { itemId, placeId, place, region, kinds } = mark.properties
    assert.deepEqual(await visitor.mark.show({ itemId, placeId }), mark)
    const book = await visitor.book.show({ id: itemId })
    const at = book.places.filter(({ name }) => name === place)
    assert.deepEqual(
      kinds,
      at.map(({ kind }) => kind),
    )
    assert.deepEqual([region, ...mark.geometry.coordinates], [at[0]?.region, at[0]?.lng, at[0]?.lat])
    assert.deepEqual(
      mark.properties.tags,
      book.tags.map(({ name }) => name),
    )
    assert.ok(at[0]?.sentence)
    assert.deepEqual([mark.properties.sentence, mark.properties.reason], [at[0].sentence, null])
    await db.updateTable('bookPlace').set({ sentence: null }).where('bookId', '=', itemId).execute()
    const untold = await visitor.mark.show({ itemId, placeId })
    assert.deepEqual([untold.properties.sentence, untold.properties.reason], [null, book.recommends[0]?.reason])
    assert.deepEqual(mark.properties.authors, ['沈从文'])
  })

  await t.test('an unknown mark fails with missing', async () => {
    const { itemId = '', placeId = '' } = all[0]?.properties ?? {}
    const failure = await failureOf(visitor.mark.show({ itemId, placeId: newId() }), 'missing')
    assert.equal(failure.message, '这里没有这个标记')
    await failureOf(visitor.mark.show({ itemId: newId(), placeId }), 'missing')
    await failureOf(visitor.mark.show({ itemId: 'x', placeId }), 'invalid')
  })

  await t.test('invalid input fails with a message', async () => {
    const wrong: Bounds[] = [
      [0, 10, 10, 0],
      [-181, 0, 0, 0],
      [0, 0, 0, 91],
      [Number.NaN, 0, 0, 0],
      [0, 0, 0] as unknown as Bounds,
    ]
    for (const bounds of wrong) {
      const { data } = await failureOf(visitor.mark.list({ bounds }), 'invalid')
      assert.match(JSON.stringify(data?.fields), /bounds/)
    }
    await failureOf(visitor.mark.list({ placeId: '北京' }), 'invalid')
    await failureOf(visitor.mark.list({ limit: 0 }), 'invalid')
    const odd = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
    for (const cursor of [
      'x',
      odd([]),
      odd([1, 'x', newId()]),
      odd([2 ** 40, newId(), newId()]),
      odd([1.5, newId(), newId()]),
    ])
      await failureOf(visitor.mark.list({ cursor }), 'invalid')
  })
})
