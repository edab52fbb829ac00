import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gunzipSync } from 'node:zlib'
import { fail } from '#shared/api/failure.ts'
import { TileSet } from '../map/tile-set.ts'
import { readTileAddress } from './read-tile-address.ts'
import { isKnown, takes } from './send-cached.ts'

export interface TileParts {
  /** National border lines are the operator's decision: their tiles do not exist until he takes it. */
  borders: 'none' | 'defacto'
}
interface TileRequest {
  Params: { set: string; z: string; x: string; y: string }
  Querystring: { v?: string }
}

/** The basemap's own tiles, as the files in basemap/ hold them. */
export function mountTiles(app: FastifyInstance, { borders }: TileParts) {
  const sets = new Map([
    ['base', new TileSet('base')],
    ['relief', new TileSet('relief')],
    ['satellite', new TileSet('satellite')],
    ...(borders === 'none' ? [] : [['border', new TileSet('border')] as const]),
  ])
  app.get<TileRequest>('/tiles/:set/:z/:x/:y', (request, reply) => {
    const set = sets.get(request.params.set) ?? fail('missing', '没有这种地图瓦片')
    const { z, x, y } = readTileAddress(request.params)
    if (z > set.facts.maxZoom) fail('missing', `这种地图瓦片最细到第 ${set.facts.maxZoom} 级`)
    const tile = set.find(z, x, y)
    // The map takes an empty answer for empty land or sea, but for a broken picture.
    if (tile === undefined && set.facts.kind === 'raster') fail('missing', '没有这块地图瓦片')
    reply.header('cache-control', keeping(request.query.v === set.facts.version))
    if (tile === undefined) return reply.code(204).send()
    const etag = `${set.facts.version}-${z}-${x}-${y}`
    return set.facts.kind === 'raster'
      ? sendPicture(tile, etag, request, reply)
      : sendVector(tile, etag, request, reply)
  })
}

/** An address that names the version never changes its content; one that does not is asked about again. */
function keeping(isVersioned: boolean) {
  return isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

function sendPicture(tile: Uint8Array, etag: string, request: FastifyRequest, reply: FastifyReply) {
  return sendTagged(tile, `"${etag}"`, request, reply.type('image/webp'))
}

/** Vector tiles lie compressed in their file and mostly leave so. */
function sendVector(tile: Uint8Array, etag: string, request: FastifyRequest, reply: FastifyReply) {
  reply.type('application/vnd.mapbox-vector-tile').header('vary', 'Accept-Encoding')
  if (!takes(request.headers['accept-encoding'] ?? '', 'gzip'))
    return sendTagged(gunzipSync(tile), `"${etag}"`, request, reply)
  return sendTagged(tile, `"${etag}-gzip"`, request, reply.header('content-encoding', 'gzip'))
}

function sendTagged(body: Uint8Array, etag: string, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag)
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}
