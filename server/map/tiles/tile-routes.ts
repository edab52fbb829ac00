import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { TileSet } from './tile-set.ts'
import { answerFile } from '#server/http/answer-file.ts'
import { readTileAddress } from './read-tile-address.ts'

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
    return answerFile(
      {
        etag: `"${set.facts.version}-${z}-${x}-${y}"`,
        // Vector tiles are stored compressed.
        ...(set.facts.kind === 'raster'
          ? { type: 'image/webp' }
          : { type: 'application/vnd.mapbox-vector-tile', isGzipped: true }),
        open: () => tile,
      },
      request,
      reply,
    )
  })
}

/** An address that names the version never changes its content; one that does not is asked about again. */
function keeping(isVersioned: boolean) {
  return isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
