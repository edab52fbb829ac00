import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import { contract } from '#shared/contract/contract.ts'
import { entryBase } from '#shared/book-text.ts'
import type { Handler } from '#server/http/call/answer-call.ts'
import { callHandlers } from '#server/start/call-handlers.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listRoutes } from './e2e/every-route.ts'
import { listAddresses, prepare } from './public-addresses.ts'
import { startTestSite, type TestSite } from './test-site.ts'

type Known = Awaited<ReturnType<typeof prepare>> & { bookWithText: string }

/** Each request has its own IP address, so that no rate limit is reached. */
let requests = 0
const ask = (address: string, init: RequestInit = {}) =>
  fetch(address, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': `10.66.${++requests >> 8}.${requests & 255}`, 'content-type': 'application/json' },
    ...init,
  })

test('every public address answers while nothing can be written and no day has its book', async (t) => {
  // The connections are closed before the test site deletes its database, so this comes first.
  let readOnly: Db | undefined
  t.after(() => readOnly?.destroy())
  const site = await startTestSite(t, { featureVideo: true })
  const { db } = site
  const { bookId: bookWithText } = await db
    .selectFrom('bookFile')
    .select('bookId')
    .where('format', '=', 'epub')
    .orderBy('size')
    .executeTakeFirstOrThrow()
  const known = { ...(await prepare(site)), bookWithText }
  const routes = (await listRoutes(site)).filter(({ as }) => as === undefined)
  const reader = routes.find(({ path }) => /^\/user\/[\da-f-]{36}$/.test(path))?.path.slice(6) ?? assert.fail()
  const expected = new Map(routes.map(({ path, status }) => [path, status]))
  const addresses = [...listAddresses(known, reader), ...(await listFiles(site, known)), '/book?q=没有这样的一本书']
  for (const table of ['bookOfDay', 'placeOfDay'] as const)
    assert.equal((await db.selectFrom(table).select('day').execute()).length, 0)
  // A node whose connections refuse to write, as in maintenance, on a restored copy and after a failover.
  readOnly = openDatabase(site.connection, () => undefined, { isReadOnly: true })
  const url = await site.secondNode({ db: readOnly })
  for (const path of new Set([...expected.keys(), ...addresses]))
    await t.test(path, async () => assert.equal((await ask(url + path)).status, expected.get(path) ?? 200))
  for (const { name, method, path } of listReads(known, reader))
    await t.test(name, async () => {
      const response = await ask(url + apiPrefix + path, method === 'GET' ? {} : { method, body: '{}' })
      const { status } = response
      // Some calls with POST need more than an empty body, and refuse it before they read anything.
      assert.ok(status === 200 || (status === 400 && method !== 'GET'), `${status} ${await response.text()}`)
    })
})

/** Returns addresses of share pictures, downloads and parts of a book. */
async function listFiles({ db, visitor }: TestSite, { bookWithText: bookId, tourId, place, person, tag }: Known) {
  const outline = await visitor.reading.outline({ bookId })
  const files = await db.selectFrom('bookFile').select(['id', 'format']).where('bookId', '=', bookId).execute()
  return [
    ...files.map(({ id, format }) => `/book/${bookId}/file/${id}.${format}`),
    `${entryBase(outline)}${outline.sections[0]?.path}`,
    '/share/site.png',
    ...[`book/${bookId}`, `person/${person}`, `place/${place}`, `tour/${tourId}`].flatMap((of) => [
      `/share/${of}.png`,
      `/share/${of}/poster.png`,
    ]),
    `/share/tag/${encodeURIComponent(tag)}.png`,
    '/opds/search?q=边城',
    '/opds/v2/search?query=边城',
  ]
}

/** Returns every call that anybody may make and that changes nothing, with a valid input if it is made with GET. */
function listReads({ coldBook, place, placeName, person, video, tourId, bookWithText }: Known, reader: string) {
  const item = `itemType=book&itemId=${coldBook}`
  const ids: Record<string, string> = {
    'book.show': coldBook,
    'book.related': coldBook,
    'relation.list': coldBook,
    'video.show': video,
    'person.show': person,
    'place.show': place,
    'place.named': encodeURIComponent(placeName),
    'tour.show': tourId,
    'connect.show': `book.${coldBook}`,
    'reading.outline': bookWithText,
    'reading.contents': bookWithText,
    'profile.show': reader,
    'site.infoPage': 'privacy',
  }
  const queries: Record<string, string> = {
    'connect.find': `from=book.${coldBook}&to=book.${bookWithText}`,
    'dictionary.show': 'text=山',
    'reaction.ratings': item,
    'comment.list': item,
  }
  const paths: Record<string, string> = { 'mark.show': `/mark/${coldBook}/${place}` }
  return Object.entries(contract as Contract).flatMap(([noun, rows]) =>
    Object.entries(rows).flatMap(([verb, { method, path, access, effect }]) => {
      const name = `${noun}.${verb}`
      if (access !== 'anyone' || effect !== 'read' || unreadable.has(name)) return []
      const query = queries[name] === undefined ? '' : `?${queries[name]}`
      return [{ name, method, path: (paths[name] ?? path.replace(/\{\w+\}/, ids[name] ?? '?')) + query }]
    }),
  )
}

/** Calls for things that this site does not have: a comment with replies, and a recommendation that was decided. */
const unreadable = new Set(['comment.thread', 'recommendation.show'])

/** The calls of each page for what the page is about. A page is not shown without them, but without all others. */
const subjects: [page: RegExp, calls: string[]][] = [
  [/^\/($|map)/, ['place.overview']],
  [/^\/book\?q=/, ['search.books']],
  [/^\/book$/, ['book.list']],
  [/^\/book\/[^/]+\/read$/, ['book.show', 'reading.outline']],
  [/^\/book\/freeBook$/, ['library.freeBooks']],
  [/^\/book\/[\da-f-]+$/, ['book.show']],
  [/^\/place\/./, ['place.show', 'book.list']],
  [/^\/place\?/, ['place.directory']],
  [/^\/place$/, ['place.regions']],
  [/^\/person\//, ['person.show', 'book.list']],
  [/^\/tour$/, ['tour.outlines']],
  [/^\/tour\//, ['tour.show']],
  [/^\/connect/, ['connect.show', 'connect.name', 'connect.find']],
  [/^\/today/, ['today.show']],
  [/^\/video$/, ['video.list']],
  [/^\/video\//, ['video.show']],
  [/^\/user\/[\da-f-]+$/, ['profile.show']],
  [/./, ['site.show', 'site.infoPage']],
]

test('no part of a page takes the page down', async (t) => {
  const site = await startTestSite(t, { featureVideo: true })
  const [hottest] = (await site.visitor.book.list()).list
  const reader = await site.newUser()
  const item = { itemType: 'book', itemId: hottest?.id ?? '' } as const
  await reader.api.comment.create({ ...item, content: '渡船还在。' })
  await reader.api.reaction.rate({ ...item, score: 8 })
  const { made, fail } = watchCalls(t)
  // Pages without a part are not stored, so the second node renders each of them anew.
  const failing = await site.secondNode()
  let parts = 0
  for (const { path, status } of await listRoutes(site)) {
    if (status !== 200) continue
    made.clear()
    assert.equal((await ask(site.url + path)).status, 200, path)
    const needed = new Set(subjects.flatMap(([page, calls]) => (page.test(path) ? calls : [])))
    for (const name of [...made].filter((call) => !needed.has(call)))
      await t.test(`${path} without ${name}`, async () => {
        parts += 1
        fail(name)
        const answer = await ask(failing + path)
        fail(null)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.match(await answer.text(), /<h1/)
      })
  }
  assert.ok(parts > 8, `${parts} parts`)
})

/** Records which calls pages make, and lets one of them fail. */
function watchCalls(t: TestContext) {
  const made = new Set<string>()
  let failing: string | null = null
  for (const [noun, rows] of Object.entries(callHandlers as Record<string, Record<string, Handler>>))
    for (const [verb, handler] of Object.entries(rows))
      t.mock.method(rows, verb, (...call: Parameters<Handler>) => {
        made.add(`${noun}.${verb}`)
        if (failing === `${noun}.${verb}`) throw new Error('this part fails')
        return handler(...call)
      })
  return { made, fail: (name: string | null) => (failing = name) }
}
