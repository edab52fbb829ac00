import { topic } from '#server/platform/cache/topics.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { FreeBookSort } from '#shared/api/book/library.ts'
import type { Site } from '#shared/api/site.ts'
import { TagKind } from '#shared/api/tag/tag.ts'
import { text } from '#shared/api/text.ts'
import { isId } from '#shared/id.ts'
import { findBook } from '#server/catalogue/book/book-queries.ts'
import { pictureDrawing } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type OpdsList, opdsRoots, searchPath, perPage } from './opds-list.ts'
import { listOpdsBooks, surveyTexts } from './opds-queries.ts'
import { booksList, rootList, freeBooksPath, tagsList } from './free-book-lists.ts'
import { mountShelves } from './shelf-routes.ts'
import { atomTypes, writeAtomBook } from './write-atom-entry.ts'
import { opdsKindOf, writeAtomList, writeSearchDescription } from './write-atom-list.ts'
import { type CoverSize, writeCover } from './write-jpeg-cover.ts'
import { jsonTypes, writeJsonBook, writeJsonList } from './write-json-list.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { callerAddress } from '#server/http/server/caller-address.ts'
import { missLimit } from '#server/http/server/miss-limit.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import type { PublicAnswers, DependsOn } from '#server/http/server/public-answers.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import * as z from 'zod/mini'

interface OpdsParts {
  db: Db
  site: Site
  storage: Storage
  answers: PublicAnswers
}
type Format = keyof typeof opdsRoots

const FreeBookQuery = z.object({
  sort: z._default(FreeBookSort, 'hot'),
  tag: z.optional(text(1, 100)),
  language: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{2,35}$/))),
  cursor: z.optional(text(0, 500)),
})
const SearchQuery = z.object({
  q: z.optional(text(0, 100)),
  // Another name of the parameter `q`, which some clients always use, because the example in the OPDS 2.0 specification
  // does.
  query: z.optional(text(0, 100)),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 1),
})
/**
 * The number of uncached OPDS lists that one IP address may request per minute. The filters can be combined in
 * countless ways, but no person reads so many lists.
 */
const uncachedListsPerMinute = 300
const searchLimit = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }
/**
 * The number of covers that one IP address may request per minute. It suffices for paging through the whole catalogue,
 * because covers are drawn once and cached.
 */
const coverLimit = { config: { rateLimit: { max: 240, timeWindow: 60_000 } } }

/** Response headers that permit JavaScript of every other website to read the OPDS catalogue. */
const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
const revalidated = { ...open, 'cache-control': 'no-cache' }
const picture = { ...open, 'cache-control': 'public, max-age=3600, stale-while-revalidate=604800' }

/** Mounts the catalogue of free books for e-readers: OPDS 1.2 at `/opds`, OPDS 2.0 at `/opds/v2`. */
export function mountOpds(app: FastifyInstance, parts: OpdsParts) {
  for (const format of ['atom', 'json'] as const) mountFormat(app, parts, format)
  const { db, site, storage, answers } = parts
  mountShelves(app, { db, site })
  app.get(`${opdsRoots.atom}/search.xml`, (request, reply) =>
    answers.send(`${opdsRoots.atom}/search.xml`, request, reply, async () =>
      answer(atomTypes.search, writeSearchDescription(site)),
    ),
  )
  app.get('/opds/cover/:name', coverLimit, async (request, reply) => {
    const { name } = request.params as { name: string }
    const [, id = '', size] = /^(.{36})-(large|small)\.jpg$/.exec(name) ?? []
    if (!isId(id)) fail('missing', '没有这个封面')
    const make = async (dependsOn: DependsOn) => {
      dependsOn(topic.book(id))
      const book = (await findBook(db, id)) ?? fail('missing', '没有这本书')
      const body = await writeCover(storage, book, size as CoverSize)
      return { status: 200, headers: { 'content-type': 'image/jpeg', ...picture }, body }
    }
    const caller = { name: callerAddress(request.ip) }
    await answers.send(`/opds/cover/${name}`, request, reply, (dependsOn) =>
      pictureDrawing.run(() => make(dependsOn), caller),
    )
  })
}

function mountFormat(app: FastifyInstance, { db, site, answers }: OpdsParts, format: Format) {
  const root = opdsRoots[format]
  const write = (feed: OpdsList) =>
    format === 'atom'
      ? answer(atomTypes[opdsKindOf(feed)], writeAtomList(site, feed))
      : answer(jsonTypes.feed, writeJsonList(site, feed))
  const countMiss = missLimit(app, `opds ${format}`, uncachedListsPerMinute)
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    make: (dependsOn: DependsOn) => Promise<OpdsList>,
  ) => {
    if (!answers.isReady(root + path)) await countMiss(request)
    await answers.send(root + path, request, reply, async (dependsOn) => {
      dependsOn(topic.books, topic.tags, topic.order('book', 'hot'))
      return write(await make(dependsOn))
    })
  }

  app.get(root, (request, reply) => send(request, reply, '', () => rootList(db, site.name)))
  app.get(`${root}/tags`, (request, reply) => send(request, reply, '/tags', () => tagsList(db)))
  app.get(`${root}/tags/:kind`, (request, reply) => {
    const kind = TagKind.safeParse((request.params as { kind: string }).kind)
    if (!kind.success) fail('missing', '没有这一类标签')
    return send(request, reply, `/tags/${kind.data}`, () => tagsList(db, kind.data))
  })
  app.get(`${root}/books`, (request, reply) => {
    const page = read(FreeBookQuery, request)
    return send(request, reply, freeBooksPath(page), () => booksList(db, page))
  })
  app.get(`${root}/search`, searchLimit, async (request, reply) => {
    const { q, query = '', page } = read(SearchQuery, request)
    // Search results for e-readers are not cached, because the same query rarely comes twice.
    const make = async () => write(await searchOpds(db, { query: q ?? query, page }))
    await answers.send(root + searchPath(q ?? query, page), request, reply, make, {
      isStored: false,
    })
  })
  app.get(`${root}/book/:id`, async (request, reply) => {
    const { id } = request.params as { id: string }
    if (!isId(id)) fail('missing', '没有这本书')
    await answers.send(`${root}/book/${id}`, request, reply, async (dependsOn) => {
      dependsOn(topic.book(id), topic.tags)
      const book = (await listOpdsBooks(db, [id]))[0] ?? fail('missing', '这本书在这里没有全文')
      return format === 'atom'
        ? answer(atomTypes.entry, writeAtomBook(site, book))
        : answer(jsonTypes.publication, writeJsonBook(site, book))
    })
  })
}

function read<T extends z.ZodMiniType>(schema: T, { query }: FastifyRequest): z.output<T> {
  const read = schema.safeParse(query)
  return read.success ? read.data : fail('invalid', '这个网址不对，请从书库首页开始')
}

function answer(type: string, body: string): Answer {
  return { status: 200, headers: { 'content-type': type, ...revalidated }, body }
}

/**
 * Returns one page of search results for e-readers: only books with a readable text, the best match first. If no book
 * matches the query, the page contains books with similar titles.
 */
async function searchOpds(db: Db, { query, page }: { query: string; page: number }): Promise<OpdsList> {
  const [{ books, stage }, { updated }] = await Promise.all([
    rankBooks(db, query, { tags: [], free: true }),
    surveyTexts(db),
  ])
  const ids = books.map(({ bookId }) => bookId)
  const pathOf = (page: number) => searchPath(query, page)
  const isNear = stage === 'near' && ids.length > 0
  return {
    path: pathOf(page),
    firstPath: pathOf(1),
    title: `搜索：${query}`,
    ...(isNear && { subtitle: '没有完全相符的，这些有一部分相符。' }),
    ...(ids.length === 0 && { subtitle: '没有找到，换个说法试试：书名、作者、拼音都可以。' }),
    updated,
    up: '',
    books: await listOpdsBooks(db, ids.slice((page - 1) * perPage, page * perPage)),
    total: ids.length,
    perPage,
    ...(ids.length > page * perPage && { nextPath: pathOf(page + 1) }),
  }
}
