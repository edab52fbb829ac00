import { topic } from '#server/platform/cache/topics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('tours', async (t) => {
  const { url, visitor, db, newUser } = await startTestSite(t)
  const { list } = await visitor.tour.list()
  const [first] = list
  assert.ok(first)

  await t.test('are listed in the order that editors chose, the tour for newcomers first', async () => {
    const rows = await db.selectFrom('tour').select('id').orderBy('position').execute()
    assert.deepEqual(
      list.map(({ id }) => id),
      rows.map(({ id }) => id),
    )
    assert.equal(first.title, '世界文学之都')
    assert.ok(list.every(({ countStops }) => countStops >= 6 && countStops <= 12))
  })

  await t.test('have their stops in order, each with its place and book', async () => {
    const { title, desc, playData } = await visitor.tour.show({ id: first.id })
    assert.deepEqual([title, desc, playData.features.length], [first.title, first.desc, first.countStops])
    const names = playData.features.map(({ properties }) => properties.place?.name)
    assert.deepEqual([names[0], names.at(-1)], ['京都', '布宜诺斯艾利斯'])
    const [kyoto] = playData.features
    assert.deepEqual(kyoto?.geometry.coordinates.map(Math.round), [136, 35])
    assert.equal(kyoto?.properties.place?.region, '日本')
    const book = await visitor.book.show({ id: kyoto?.properties.book?.id ?? '' })
    assert.deepEqual([book.title, book.authors], ['源氏物语', kyoto?.properties.book?.authors])
    assert.ok(book.places.some(({ name }) => name === '京都'))
  })

  await t.test('are outlined with the places and books of their stops', async () => {
    const { list: outlines } = await visitor.tour.outlines()
    assert.deepEqual(
      outlines.map(({ stops: _, ...card }) => card),
      list,
    )
    const { playData } = await visitor.tour.show({ id: first.id })
    assert.deepEqual(
      outlines[0]?.stops,
      playData.features.map(({ properties: { title, place, book } }) => ({
        name: place?.name ?? title,
        bookTitle: book && book.title,
      })),
    )
  })

  await t.test('have a picture of their way and a poster, and an unknown tour has none', async () => {
    const picture = await fetch(`${url}/globe/tour/${first.id}.svg`)
    assert.equal(picture.headers.get('content-type')?.split(';')[0], 'image/svg+xml')
    const svg = await picture.text()
    // The first stop, Kyoto, lies beyond the edge of the half of the globe that the picture shows.
    for (const name of ['伊斯坦布尔', '都柏林']) assert.ok(svg.includes(`>${name}<`), name)
    const small = await (await fetch(`${url}/globe/tour/${first.id}/small.svg`)).text()
    assert.ok(small.includes('<circle') && !small.includes('都柏林'))
    const poster = Buffer.from(await (await fetch(`${url}/share/tour/${first.id}/poster.png`)).arrayBuffer())
    assert.deepEqual([poster.readUInt32BE(16), poster.readUInt32BE(20)], [1080, 1440])
    for (const path of [
      `/globe/tour/${newId()}.svg`,
      `/globe/tour/${newId()}/small.svg`,
      `/tour/${newId()}`,
      '/tour/first',
    ])
      assert.equal((await fetch(url + path)).status, 404, path)
  })

  await t.test('have their stops apart in their picture, however close these are on the globe', async () => {
    const outlines = (await visitor.tour.outlines({})).list
    for (const { id, title, stops } of outlines) {
      const svg = await (await fetch(`${url}/globe/tour/${id}/small.svg`)).text()
      const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="14"/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ])
      const reach = Math.max(...dots.map(([x = 0, y = 0]) => Math.hypot(x - 280, y - 280)))
      assert.ok(dots.length > 1 && dots.length <= stops.length, title)
      assert.ok(reach > 136, `${title}: ${reach.toFixed()} of 272 pixels`)
    }
  })

  await t.test('a stop may have neither a place nor a book', async () => {
    const exile = list.find((tour) => tour.title === '苏轼的贬谪之路')
    await db.transaction().execute(async (db) => {
      await db
        .updateTable('tourStop')
        .set({ placeId: null, bookId: null })
        .where('tourId', '=', exile?.id ?? '')
        .where('title', '=', '常州，最后的房子')
        .execute()
      await invalidate(db, topic.tours)
    })
    const last = (await visitor.tour.show({ id: exile?.id ?? '' })).playData.features.at(-1)
    assert.deepEqual([last?.properties.place, last?.properties.book], [null, null])
    assert.deepEqual(last?.geometry.coordinates, [119.95, 31.78])
  })

  await t.test('are the same for users and visitors, and changes are visible at once', async () => {
    const { api } = await newUser()
    await db.transaction().execute(async (db) => {
      await db
        .updateTable('tour')
        .set({ position: 0 })
        .where('id', '=', list[1]?.id ?? '')
        .execute()
      await invalidate(db, topic.tours)
    })
    for (const caller of [api, visitor]) assert.equal((await caller.tour.list()).list[0]?.id, list[1]?.id)
  })

  await t.test('an invalid id is refused, and an unknown id is missing', async () => {
    assert.deepEqual((await failureOf(visitor.tour.show({ id: 'first' }), 'invalid')).data?.fields, { id: '编号不对' })
    assert.equal((await failureOf(visitor.tour.show({ id: newId() }), 'missing')).message, '没有这条漫游')
  })
})
