import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { sweepSearch } from '#server/search/sweep-search.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/**
 * After each kind of write, compares every kind of answer that a node (server process) caches with the answer of a node
 * that has never cached it: both must be equal. The comparison finds answers that do not declare one of the cache
 * topics (names of changeable data) on which they depend.
 */
test('every write invalidates the cached answers that it changes', { timeout: 300_000 }, async (t) => {
  const site = await startTestSite(t, { featureVideo: true })
  const { db, newUser } = site
  const editor = await newUser('老船夫', ['admin'])
  const readers = await Promise.all(['翠翠', '天保', '傩送'].map((name) => newUser(name)))
  const reader = readers[0] ?? assert.fail()
  const known = await prepare(site)
  const { coldBook, tag, video, tourId } = known
  const item = { itemType: 'book', itemId: coldBook } as const
  // The user writes a comment, because only users who have written something have a public page. The comment belongs to
  // a popular book, so that the unpopular book of the test stays unpopular.
  const { list: hottest } = await site.visitor.book.list()
  await reader.api.comment.create({ itemType: 'book', itemId: hottest[0]?.id ?? '', content: '读了两遍。' })
  const addresses = listAddresses(known, reader.user.id)
  const read = async (base: string) => {
    const answers = new Map<string, string>()
    // Each request has its own IP address, so that the rate limit on uncached answers is not reached.
    for (const [at, path] of addresses.entries()) {
      const response = await fetch(base + path, { headers: { 'x-forwarded-for': `10.77.${at}.1` } })
      assert.ok(response.status < 300, `${path} answered ${response.status}`)
      answers.set(path, await response.text())
    }
    return answers
  }

  const writes: [string, () => Promise<unknown>][] = [
    ['likes', () => Promise.all(readers.map(({ api }) => api.reaction.like({ ...item, on: true })))],
    ['a rating', () => reader.api.reaction.rate({ ...item, score: 5 })],
    ['saves', () => Promise.all(readers.map(({ api }) => api.reaction.save({ ...item, on: true })))],
    ['a comment', () => reader.api.comment.create({ ...item, content: '还要再读。' })],
    ['a like of a video', () => reader.api.reaction.like({ itemType: 'video', itemId: video, on: true })],
    ['a book on a shelf', () => reader.api.shelf.put({ bookId: coldBook, state: 'read', note: '在渡船上读完' })],
    ['another name of a user', () => reader.api.user.update({ name: '二老' })],
    [
      'another title of a book',
      async () => {
        const { book, version } = await editor.api.book.inspect({ id: coldBook })
        await editor.api.book.update({ id: coldBook, version, book: { ...book, title: `${book.title}新编` } })
      },
    ],
    [
      'another name of a tag',
      async () => {
        const { list } = await editor.api.tag.adminList()
        const { id, kind, position, version } = list.find(({ name }) => name === tag) ?? assert.fail()
        await editor.api.tag.update({ id, name: `${tag}新`, kind, position, version })
      },
    ],
    ['another name of a place', () => renamePlace(editor.api, known.placeName)],
    [
      'another title of a tour',
      async () => {
        const { tour, version } = await editor.api.tour.inspect({ id: tourId })
        await editor.api.tour.update({ id: tourId, version, tour: { ...tour, title: '另一条路' } })
      },
    ],
  ]
  for (const [name, write] of writes) {
    await t.test(`cached answers are fresh after ${name}`, async () => {
      await read(site.url)
      await write()
      const [cached, fresh] = [await read(site.url), await read(await site.secondNode())]
      const stale = () => addresses.filter((path) => cached.get(path) !== fresh.get(path))
      // Pages with the list of places are not compared here, because its order by popularity may be up to an hour out
      // of date.
      assert.deepEqual(
        stale().filter((path) => !hasPlaceIndex(path)),
        [],
      )
      await sweepSearch(db)
      await site.visitor.auth.logout()
      for (const path of stale()) cached.set(path, await (await fetch(site.url + path)).text())
      assert.deepEqual(stale(), [])
    })
  }
})

type Known = Awaited<ReturnType<typeof prepare>>

/**
 * Creates the videos and other content on which the test requests pages, and returns their ids. The chosen book is the
 * least popular one with a readable text, so that reactions of users change its rank.
 */
async function prepare({ db, visitor }: TestSite) {
  const video = newId()
  await db.insertInto('video').values({ id: video, title: '三峡', source: '/films/gorges.webm' }).execute()
  await db.insertInto('video').values({ id: newId(), title: '长江', source: '/films/river.webm' }).execute()
  const { id: coldBook, placeId: place } = await db
    .selectFrom('book')
    .innerJoin('bookPlace', 'bookPlace.bookId', 'book.id')
    .innerJoin('bookTag', 'bookTag.bookId', 'book.id')
    .where('book.id', 'in', (eb) => eb.selectFrom('bookFile').select('bookId'))
    .where('bookPlace.placeId', 'in', (eb) =>
      eb
        .selectFrom('bookPlace')
        .select('placeId')
        .groupBy('placeId')
        .having((eb) => eb.fn.count('bookId').distinct(), '>', 2),
    )
    .select(['book.id', 'bookPlace.placeId'])
    .orderBy('book.popularity')
    .orderBy('book.id')
    .executeTakeFirstOrThrow()
  const book = await visitor.book.show({ id: coldBook })
  const { name: placeName } = await db
    .selectFrom('place')
    .select('name')
    .where('id', '=', place)
    .executeTakeFirstOrThrow()
  const { list } = await visitor.tour.list()
  const { region } = await visitor.place.show({ id: place })
  const { id: anybody } = await db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow()
  const person = book.authorIds[0] ?? anybody
  return { coldBook, person, place, region, placeName, tag: book.tags[0]?.name ?? '', video, tourId: list[0]?.id ?? '' }
}

function listAddresses({ coldBook, person, place, region, tag, video, tourId }: Known, readerId: string): string[] {
  const byTag = new URLSearchParams({ tag })
  const opds = ['/opds', '/opds/v2'].flatMap((root) => [
    root,
    `${root}/tags`,
    `${root}/tags/form`,
    ...['hot', 'new', 'short', 'long'].map((sort) => `${root}/books?sort=${sort}`),
    `${root}/book/${coldBook}`,
  ])
  return [
    '/',
    `/?${byTag}`,
    `/?mark=${coldBook}.${place}`,
    `/?place=${place}`,
    `/?tour=${tourId}`,
    '/map',
    '/book',
    '/book?sort=new',
    '/book?sort=score',
    '/book?free=1',
    `/book?${byTag}`,
    ...['', '?sort=new', '?sort=short', '?sort=long', `?${byTag}`].map((query) => `/book/freeBook${query}`),
    `/book/${coldBook}`,
    `/book/${coldBook}/read`,
    `/user/${readerId}`,
    '/place',
    `/place?${new URLSearchParams({ region })}`,
    `/place/${place}`,
    `/person/${person}`,
    `/globe/person/${person}.svg`,
    `/place/${place}?kind=setting`,
    `/globe/place/${place}.svg`,
    `/map/place/${place}/wide.svg`,
    '/tour',
    `/tour/${tourId}`,
    `/globe/tour/${tourId}.svg`,
    `/globe/tour/${tourId}/small.svg`,
    '/video',
    '/video?sort=new',
    `/video/${video}`,
    '/feed.xml',
    '/sitemap.xml',
    '/sitemap-lists.xml',
    '/sitemap-1.xml',
    '/globe.svg',
    '/flat-map.svg',
    '/robots.txt',
    `/map/book/${coldBook}/wide.svg`,
    `/cover/${coldBook}.svg`,
    `/cover/video/${video}.svg`,
    `/map/video/${video}/narrow.svg`,
    '/tiles/mark/0/0/0',
    '/tiles/mark/4/12/6',
    `/tiles/mark/0/0/0?${byTag}`,
    ...opds,
  ]
}

function hasPlaceIndex(path: string) {
  return path === '/map' || path.startsWith('/place?region') || (/^\/(\?|$)/.test(path) && !/mark=|place=/.test(path))
}

async function renamePlace(api: TestSite['visitor'], placeName: string) {
  const { list } = await api.place.adminList({ query: placeName })
  const found = list.find(({ name }) => name === placeName) ?? assert.fail()
  const { id, name, lng, lat, country, province, version } = found
  await api.place.update({ id, version, name: `${name}镇`, lng, lat, region: { country, province } })
}
