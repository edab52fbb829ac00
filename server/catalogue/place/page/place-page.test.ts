import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { recountPlaces } from '#server/catalogue/mark-cells/count-places.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'

test('the page of a place', async (t) => {
  const { visitor, db, url, newEditor } = await startTestSite(t)
  const { api } = await newEditor('老编辑')
  const idOf = async (name: string) =>
    (await db.selectFrom('place').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const xian = await idOf('西安')
  await db
    .insertInto('placeName')
    .values([
      { placeId: xian, name: '镐京', kind: 'old', position: 8 },
      { placeId: xian, name: 'Xi’an', kind: 'foreign', position: 9 },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  await t.test('has names, neighbours, tours, routes and the number of books', async () => {
    const place = await visitor.place.show({ id: xian })
    assert.deepEqual([place.name, place.region, place.continent], ['西安', '陕西', '中国'])
    assert.ok(place.names.some(({ name, kind }) => name === '镐京' && kind === 'old'))
    const kinds = ['setting', 'subject'] as const
    const lists = await Promise.all(kinds.map((kind) => visitor.book.list({ place: { id: xian, kind }, limit: 50 })))
    assert.equal(place.countBooks, new Set(lists.flatMap(({ list }) => list.map(({ id }) => id))).size)
    assert.ok(place.nearby.length > 0)
    assert.ok(
      place.nearby.every(({ kilometres, countBooks, id }) => kilometres <= 300 && countBooks > 0 && id !== xian),
    )
    const distances = place.nearby.map(({ kilometres }) => kilometres)
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    )
    assert.ok(place.routes.length > 0)
    const stops = await db.selectFrom('tourStop').select('tourId').where('placeId', '=', xian).execute()
    assert.deepEqual(new Set(place.tours.map(({ id }) => id)), new Set(stops.map(({ tourId }) => tourId)))
    const [tour] = place.tours
    const { playData } = await visitor.tour.show({ id: tour?.id ?? '' })
    const stop = playData.features.find(({ properties }) => properties.place?.id === xian)
    assert.deepEqual([tour?.stop, tour?.text], [stop?.properties.title, stop?.properties.text])
  })

  await t.test('is introduced by no text of a tour that needs the tour to be understood', async () => {
    const begins = async (name: string) => {
      const { tours } = await visitor.place.show({ id: await idOf(name) })
      return tours.map(({ text, isIntroduction }) => `${isIntroduction ? '+' : '-'}${text.slice(0, 6)}`)
    }
    // The first two name the place before anybody, the third names the author; the others begin with somebody unnamed.
    assert.ok((await begins('西安')).includes('+开元年间的长'))
    assert.ok((await begins('苏州')).some((text) => text.startsWith('+')))
    assert.ok((await begins('武威')).includes('+737 年，'))
    assert.ok((await begins('北京')).includes('-绍兴会馆的院'))
    assert.ok((await begins('芷江')).includes('-他在这里的警'))
    assert.ok((await begins('桂林')).includes('-五十一岁出的'))
    assert.ok((await begins('黄山')).includes('-二月的黄山还'))
  })

  await t.test('names the people who were born, lived or died there', async () => {
    const personId = newId()
    await db.insertInto('person').values({ id: personId, name: '某翁', bornYear: -30, diedYear: 40 }).execute()
    await db
      .insertInto('personPlace')
      .values([
        { personId, placeId: xian, position: 0, kind: 'born' },
        { personId, placeId: xian, position: 1, kind: 'lived' },
      ])
      .execute()
    const { people } = await visitor.place.show({ id: xian })
    const isHe = ({ id }: { id: string }) => id === personId
    assert.deepEqual([people.born.some(isHe), people.lived.some(isHe), people.died.some(isHe)], [true, true, false])
    assert.match((await failureOf(api.place.remove({ id: xian }), 'conflict')).message, /人物/)
  })

  await t.test('lists everybody who lived at a place, page by page, and its page leads there', async () => {
    const beijing = await idOf('北京')
    const { people, countPeople } = await visitor.place.show({ id: beijing })
    assert.ok(people.lived.length === 48 && countPeople.lived > 48)
    assert.equal(countPeople.born, people.born.length)
    const list = async (cursor?: string) =>
      visitor.place.people({ id: beijing, kind: 'lived', limit: 50, ...(cursor && { cursor }) })
    const pages = [await list()]
    for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await list(next))
    const everybody = pages.flatMap((page) => page.list)
    assert.deepEqual(everybody.slice(0, 48), people.lived)
    assert.equal(new Set(everybody.map(({ id }) => id)).size, countPeople.lived)
    assert.deepEqual(new Set(pages.map(({ total }) => total)), new Set([countPeople.lived]))
    const years = everybody.map(({ born }) => born?.year ?? Infinity)
    assert.deepEqual(
      years,
      years.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    )
    const href = `/place/${beijing}?people=lived`
    const html = await (await fetch(`${url}/place/${beijing}`)).text()
    assert.ok(html.includes(`href="${href}">看全部 ${countPeople.lived} 人</a>`))
    assert.match(await (await fetch(url + href)).text(), /<h2 id="people-title">居留于此/)
    await failureOf(visitor.place.people({ id: beijing, kind: 'x' as 'born' }), 'invalid')
    await failureOf(visitor.place.people({ id: beijing, kind: 'born', cursor: 'x' }), 'invalid')
    assert.deepEqual(await visitor.place.people({ id: newId(), kind: 'born' }), {
      list: [],
      nextCursor: null,
      total: 0,
    })
  })

  await t.test('an invalid or unknown id is refused', async () => {
    await failureOf(visitor.place.show({ id: 'x' }), 'invalid')
    await failureOf(visitor.place.show({ id: newId() }), 'missing')
    assert.equal((await fetch(`${url}/place/${newId()}`)).status, 404)
  })

  await t.test('is complete in the HTML of the server, with metadata and pictures', async () => {
    const html = await (await fetch(`${url}/place/${xian}`)).text()
    assert.match(html, /<title>西安 · 陕西 · 知图<\/title>/)
    assert.ok(html.includes(`<link rel="canonical" href="http://books.test/place/${xian}"/>`))
    assert.ok(html.includes(`<meta property="og:image" content="http://books.test/share/place/${xian}.png"/>`))
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)</.exec(html) ?? []
    const thing = JSON.parse(json)
    assert.deepEqual([thing['@type'], thing.containedInPlace.name], ['Place', '陕西'])
    assert.ok(thing.alternateName.includes('镐京') && Math.round(thing.geo.latitude) === 34)
    const picture = await fetch(`${url}/share/place/${xian}.png`)
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
    assert.match(await (await fetch(`${url}/globe/place/${xian}.svg`)).text(), /^<svg/)
    assert.equal((await fetch(`${url}/share/place/${newId()}.png`)).status, 404)
    const sitemap = await (await fetch(`${url}/sitemap-1.xml`)).text()
    assert.ok(sitemap.includes(`<loc>http://books.test/place/${xian}</loc>`))
  })

  await t.test('the id and the name of a merged place lead to the place it was merged into', async () => {
    const loser = await idOf('洛阳')
    const personId = newId()
    await db.insertInto('person').values({ id: personId, name: '某媪' }).execute()
    await db.insertInto('personPlace').values({ personId, placeId: loser, position: 0, kind: 'born' }).execute()
    const before = await visitor.place.show({ id: loser })
    const own = await visitor.place.show({ id: xian })
    const { auditId } = await api.place.merge({ loserId: loser, winnerId: xian })
    const answer = await fetch(`${url}/place/${loser}`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [301, `/place/${xian}`])
    assert.equal((await visitor.place.show({ id: loser })).id, xian)
    assert.deepEqual(await visitor.place.named({ name: '洛阳' }), { id: xian, name: '西安' })
    assert.ok((await visitor.place.show({ id: xian })).people.born.some(({ id }) => id === personId))
    const merged = (await visitor.place.show({ id: xian })).names
    assert.ok(merged.some(({ name, kind }) => name === '洛阳' && kind === 'other'))
    assert.equal(merged.length, own.names.length + before.names.length + 1)
    await assertCounted(db)
    await api.audit.undo({ id: auditId })
    assert.deepEqual(await visitor.place.show({ id: loser }), before)
    assert.deepEqual(await visitor.place.show({ id: xian }), own)
    await assertCounted(db)
  })

  await t.test('a further name and a former name find the place', async () => {
    assert.deepEqual(await visitor.place.named({ name: '镐京' }), { id: xian, name: '西安' })
    await failureOf(visitor.place.named({ name: '没有这个地方' }), 'missing')
  })
})

test('the number of books at a place', async (t) => {
  const { db } = await startTestSite(t)
  const [first, second] = (await db.selectFrom('place').select('id').orderBy('id').limit(2).execute()).map(
    ({ id }) => id,
  ) as [string, string]
  await assertCounted(db)

  await t.test('is right after concurrent edits of books at the same places', async () => {
    const books = (await db.selectFrom('book').select('id').orderBy('id').limit(12).execute()).map(({ id }) => id)
    await Promise.all(
      books.map((bookId, at) =>
        db.transaction().execute(async (db) => {
          await lockBook(db, bookId)
          await db.deleteFrom('bookPlace').where('bookId', '=', bookId).execute()
          const places = at % 3 === 0 ? [first] : at % 3 === 1 ? [second, first] : []
          for (const placeId of places)
            await db
              .insertInto('bookPlace')
              .values([
                { bookId, placeId, kind: 'setting' },
                { bookId, placeId, kind: 'written' },
              ])
              .execute()
          await pinItems(db, 'book', [bookId])
        }),
      ),
    )
    await assertCounted(db)
  })

  await t.test('follows a place to another region', async () => {
    await db.updateTable('place').set({ country: 'FR', province: null }).where('id', '=', first).execute()
    const books = await db.selectFrom('bookPlace').select('bookId').where('placeId', '=', first).execute()
    const ids = [...new Set(books.map(({ bookId }) => bookId))]
    await db.transaction().execute((db) => pinItems(db, 'book', ids))
    await assertCounted(db)
  })
})

async function lockBook(db: Db, bookId: string) {
  await db.selectFrom('book').select('id').where('id', '=', bookId).forNoKeyUpdate().execute()
}

/** Checks that the stored numbers of books at places, and of places in regions, equal a recount. */
async function assertCounted(db: Db) {
  const readAll = async () => ({
    places: await db.selectFrom('placeCount').selectAll().orderBy('placeId').execute(),
    regions: await db.selectFrom('placeRegion').selectAll().orderBy('country').orderBy('province').execute(),
  })
  const stored = await readAll()
  assert.ok(stored.places.length > 800 && stored.regions.length > 100)
  await db.transaction().execute(recountPlaces)
  assert.deepEqual(stored, await readAll())
}
