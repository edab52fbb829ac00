import { topic } from '#server/platform/cache/topics.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import { isWindowOrdered, WindowYear } from '#shared/api/place/window-years.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { type TimeWindow, windowOfYears, yearsOfWindow } from '#shared/period.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type TileAddress, tileZoom } from '#server/catalogue/mark-cells/mark-grid.ts'
import { describeCells, listTileCells } from './mark-tile-queries.ts'
import { groupByCell, hasFewMarks, listTaggedMarks, type TaggedMarks } from './tagged-marks.ts'
import { writeMarkTile } from './write-mark-tile.ts'
import { findTagIds } from '#server/catalogue/tag/tag-queries.ts'
import { missLimit } from '#server/http/server/miss-limit.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import type { PublicAnswers } from '#server/http/server/public-answers.ts'
import { readTileAddress } from '#server/map/tiles/read-tile-address.ts'

interface MarkTileDependencies {
  db: Db
  answers: PublicAnswers
}

const headers = { 'content-type': 'application/vnd.mapbox-vector-tile', 'cache-control': 'no-cache' }
const emptyTile: Answer = { status: 204, headers: { 'cache-control': 'no-cache' }, body: '' }

/**
 * The rate limit per minute for map tiles that are not cached. A fast flight around the globe requests a few hundred.
 */
const maxMissesPerMinute = 1200

/**
 * Mounts the vector tiles with the marks of books and videos on the map (512 px). With `?tag=`, a tile contains only
 * those that have all the tags; with `?from=&to=`, only those about years of this window of time. If the filter has
 * several tags, a number may be too small, because only the most popular books and videos of the rarest tag are
 * checked; such marks have the property `isLowerBound`.
 */
export function mountMarkTiles(app: FastifyInstance, { db, answers }: MarkTileDependencies) {
  const countMiss = missLimit(app, 'tiles', maxMissesPerMinute)
  // A map requests all its tiles at the same time. These requests share the results of the database queries that do not
  // depend on the tile.
  const calls = answers.shareCalls<TaggedMarks>()
  const tagCalls = answers.shareCalls<string[] | null>()
  app.get('/tiles/mark/:z/:x/:y', async (request, reply) => {
    const tile = readTileAddress(request.params as Record<keyof TileAddress, string>, tileZoom.max)
    const { searchParams } = new URL(request.url, 'http://tile')
    const tags = readTags(searchParams)
    const window = readWindow(searchParams)
    const key = keyOf(tile, tags, window)
    const findIds = () => tagCalls.run(JSON.stringify(tags), () => findTagIds(db, tags))
    if (!answers.isReady(key)) await countMiss(request)
    // A tile for an unknown tag is empty. It is not cached, because there are arbitrarily many unknown tags.
    if (!answers.hasStored(key) && (await findIds()) === null)
      return reply.code(emptyTile.status).headers(emptyTile.headers).send()
    await answers.send(key, request, reply, async (dependsOn) => {
      dependsOn(topic.marks, topic.books, topic.videos)
      const tagIds = await findIds()
      if (tagIds === null) return emptyTile
      const marks = tagIds.length > 1 ? await calls.run(tagIds.join(), () => listTaggedMarks(db, tagIds)) : null
      // `marks` has only some of the marks if the rarest of several tags has very many books. If the tile has few
      // marks, all its marks are then compared with the tags instead, so that its numbers are exact.
      const isSample = marks?.isComplete === false && !(await hasFewMarks(db, tile))
      const cells =
        marks && (marks.isComplete || isSample)
          ? await describeCells(db, groupByCell(tile, marks.marks, window))
          : await listTileCells(db, tile, { tagIds, window })
      const body = writeMarkTile(tile, cells, isSample)
      return body === null ? emptyTile : { status: 200, headers, body: Buffer.from(body) }
    })
    return reply
  })
}

/**
 * Returns the tags of a filter sorted and without duplicates, so that all spellings of the same filter share one cache
 * key.
 */
function readTags(query: URLSearchParams): string[] {
  const parsed = z.safeParse(TagNames, query.getAll('tag'))
  if (!parsed.success) return fail('invalid', '标签不对：每个最多 30 个字，最多同时选 8 个')
  return [...new Set(parsed.data)].toSorted()
}

const YearText = z.optional(z.pipe(z.string().check(z.regex(/^-?\d{1,5}$/)), z.pipe(z.transform(Number), WindowYear)))
const WindowQuery = z.object({ from: YearText, to: YearText }).check(isWindowOrdered)

/** Returns the window of time of a filter; null for all of time. Throws `invalid` for years that are no window. */
function readWindow(query: URLSearchParams): TimeWindow | null {
  const parsed = z.safeParse(WindowQuery, Object.fromEntries(query))
  return parsed.success
    ? windowOfYears(parsed.data)
    : fail('invalid', '年份不对：须为整数，公元前写负数，起始年份不能晚于结束年份')
}

function keyOf({ z, x, y }: TileAddress, tags: string[], window: TimeWindow | null): string {
  const path = `/tiles/mark/${z}/${x}/${y}`
  const years = Object.entries(window === null ? {} : yearsOfWindow(window)).map(([name, year]) => [name, `${year}`])
  const query = new URLSearchParams([...tags.map((tag) => ['tag', tag]), ...years])
  return query.size === 0 ? path : `${path}?${query}`
}
