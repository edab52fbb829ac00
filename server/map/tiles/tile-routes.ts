import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { TileSet } from '#server/engines/globe/tile-set.ts'
import { answerFile } from '#server/http/server/answer-file.ts'
import { readTileAddress } from './read-tile-address.ts'

interface TileParts {
  /**
   * Which national border lines the map shows, as the operator decides. With the default `none` the tiles of the
   * borders do not exist.
   */
  borders: 'none' | 'defacto'
}
interface TileRequest {
  Params: { set: string; z: string; x: string; y: string }
  Querystring: { v?: string }
}

/** Mounts the route that serves the tiles of the basemap, which are files in basemap/. */
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
    // A missing image tile is answered with status 404 and a missing vector tile with an empty answer, because the map
    // accepts an empty vector tile but treats an empty image as broken.
    if (tile === undefined && set.facts.kind === 'raster') fail('missing', '没有这块地图瓦片')
    reply.header('cache-control', cacheControl(request.query.v === set.facts.version))
    if (tile === undefined) return reply.code(204).send()
    return answerFile(
      {
        etag: `"${set.facts.version}-${z}-${x}-${y}"`,
        // Vector tiles are sent as they are stored in the basemap files, compressed with gzip.
        ...(set.facts.kind === 'raster'
          ? { type: 'image/webp' }
          : { type: 'application/vnd.mapbox-vector-tile', compression: 'gzip' as const }),
        open: () => tile,
      },
      request,
      reply,
    )
  })
}

/**
 * Returns the `cache-control` header of a map tile: a URL with the current version never changes its content, other
 * URLs are revalidated after an hour.
 */
function cacheControl(isVersioned: boolean) {
  return isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
