import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepSearch } from '#server/search/sweep-search-job.ts'
import { listAddresses, prepare } from './public-addresses.ts'
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
  // The user shows their profile, and writes a comment on a popular book, so that the unpopular book of the test stays
  // unpopular.
  await reader.api.profile.setVisibility({ isPublic: true })
  const { list: hottest } = await site.visitor.book.list()
  await reader.api.comment.create({ itemType: 'book', itemId: hottest[0]?.id ?? '', content: '读了两遍。' })
  const addresses = listAddresses(known, reader.user.id)
  const read = async (base: string) => {
    const answers = new Map<string, string>()
    // Each request has its own IP address, so that the rate limit on uncached answers is not reached.
    for (const [at, path] of addresses.entries()) {
      const response = await fetch(base + path, { headers: { 'x-forwarded-for': `10.77.${at}.1` } })
      const isShown = response.status < 300 || path === `/user/${reader.user.id}`
      assert.ok(isShown, `${path} answered ${response.status}`)
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
    ['a hidden profile', () => reader.api.profile.setVisibility({ isPublic: false })],
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

function hasPlaceIndex(path: string) {
  return path === '/map' || path.startsWith('/place?region') || (/^\/(\?|$)/.test(path) && !/mark=|place=/.test(path))
}

async function renamePlace(api: TestSite['visitor'], placeName: string) {
  const { list } = await api.place.adminList({ query: placeName })
  const found = list.find(({ name }) => name === placeName) ?? assert.fail()
  const { id, name, lng, lat, country, province, version } = found
  await api.place.update({ id, version, name: `${name}镇`, lng, lat, region: { country, province } })
}
