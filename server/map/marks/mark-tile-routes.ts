import { topic } from '#server/cache/topics.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import type { Db } from '#server/db/schema.ts'
import { type TileAddress, tileZoom } from '#server/map/cells/mark-grid.ts'
import { listTileCells } from './mark-tile-queries.ts'
import { writeMarkTile } from './write-mark-tile.ts'
import { findTagIds } from '#server/tag/tag-queries.ts'
import { missLimit } from '#server/http/miss-limit.ts'
import type { Answer } from '#server/cache/page-cache.ts'
import type { PublicAnswers } from '#server/http/public-answers.ts'
import { readTileAddress } from '#server/map/tiles/read-tile-address.ts'

interface MarkTileParts {
  db: Db
  answers: PublicAnswers
}

const headers = { 'content-type': 'application/vnd.mapbox-vector-tile', 'cache-control': 'no-cache' }
const nothing: Answer = { status: 204, headers: { 'cache-control': 'no-cache' }, body: '' }

/** A fast flight around the globe asks for a few hundred. */
const tilesAnewPerMinute = 1200

/** Marks as vector tiles of 512 px, with `?tag=` only those of items that carry every one of the tags. */
export function mountMarkTiles(app: FastifyInstance, { db, answers }: MarkTileParts) {
  const countMiss = missLimit(app, 'tiles', tilesAnewPerMinute)
  app.get('/tiles/mark/:z/:x/:y', async (request, reply) => {
    const tile = readTileAddress(request.params as Record<keyof TileAddress, string>, tileZoom.max)
    const tags = readTags(request.url)
    const key = keyOf(tile, tags)
    if (!answers.isReady(key)) await countMiss(request)
    // A tag that is on nothing leaves nothing to store.
    if (!answers.hasStored(key) && (await findTagIds(db, tags)) === null)
      return reply.code(nothing.status).headers(nothing.headers).send()
    await answers.send(key, request, reply, async (dependsOn) => {
      dependsOn(topic.marks, topic.books, topic.videos)
      const tagIds = await findTagIds(db, tags)
      const cells = tagIds === null ? [] : await listTileCells(db, tile, tagIds)
      const body = writeMarkTile(tile, cells)
      return body === null ? nothing : { status: 200, headers, body: Buffer.from(body) }
    })
    return reply
  })
}

/** In one order and each once, so that one filter has one address. */
function readTags(url: string): string[] {
  const parsed = z.safeParse(TagNames, new URL(url, 'http://tile').searchParams.getAll('tag'))
  if (!parsed.success) return fail('invalid', '标签不对：每个最多 30 个字，最多同时选 8 个')
  return [...new Set(parsed.data)].toSorted()
}

function keyOf({ z, x, y }: TileAddress, tags: string[]): string {
  const path = `/tiles/mark/${z}/${x}/${y}`
  return tags.length === 0 ? path : `${path}?${new URLSearchParams(tags.map((tag) => ['tag', tag]))}`
}
