import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { answerFile } from '#server/http/server/answer-file.ts'
import { ProviderClient } from './provider-client.ts'
import type { CachedAnswer } from './provider-cache.ts'
import type { ProviderSource } from './provider-source.ts'
import { readTileAddress } from '#server/map/tiles/read-tile-address.ts'

type TilePath = Record<'z' | 'x' | 'y', string>
interface Picture {
  Params: TilePath & { layer: string }
}
interface Tile {
  Params: TilePath & { source: string }
}

/**
 * The rate limit of requests for the provider's map, because every cache miss uses the operator's quota. No user looks
 * at this many tiles in a minute.
 */
const rateLimited = { config: { rateLimit: { max: 3000, timeWindow: 60_000 } } }

/**
 * Mounts the operator's map under URLs of this site, so that pages connect to this site only and the API key stays on
 * the server.
 */
export function mountProvider(app: FastifyInstance, source: ProviderSource, publicUrl: string) {
  const provider = new ProviderClient(source, publicUrl)
  app.get('/map-provider/style.json', rateLimited, async (_, reply) => {
    const { document } = await provider.style()
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(document)
  })
  app.get<Picture>('/map-provider/raster/:layer/:z/:x/:y', rateLimited, async (request, reply) =>
    sendFound(await provider.picture(request.params.layer, readTileAddress(request.params)), request, reply),
  )
  app.get<Tile>('/map-provider/tile/:source/:z/:x/:y', rateLimited, async (request, reply) => {
    const tile = await provider.tile(request.params.source, readTileAddress(request.params))
    return tile.isPicture ? sendFound(tile, request, reply) : send(tile, request, reply)
  })
  app.get<{ Params: { source: string } }>('/map-provider/data/:source', rateLimited, async (request, reply) =>
    sendFound(await provider.data(request.params.source), request, reply),
  )
  app.get<{ Params: { file: string } }>('/map-provider/sprite/:file', rateLimited, async (request, reply) => {
    const [, at, ratio = '', extension] = /^(\d)(@2x)?\.(json|png)$/.exec(request.params.file) ?? []
    if (at === undefined) fail('missing', '没有这套图标')
    const sprite = await provider.sprite(Number(at), ratio, extension === 'json' ? 'json' : 'png')
    return sendFound(sprite, request, reply)
  })
  app.get<{ Params: { fonts: string; range: string } }>(
    '/map-provider/glyphs/:fonts/:range',
    rateLimited,
    async (request, reply) => {
      const { fonts, range } = request.params
      if (!isRange(range)) fail('missing', '没有这一段字')
      return sendFound(await provider.glyphs(fonts, range), request, reply)
    },
  )
  app.get('/map-provider/*', () => fail('missing', '没有这样的地图文件'))
}

/** Returns true for a range of 256 font glyphs that starts at a multiple of 256; the map requests no other ranges. */
function isRange(range: string) {
  const [, from = '1', to] = /^(\d{1,5})-(\d{1,5})$/.exec(range) ?? []
  return Number(from) % 256 === 0 && Number(to) === Number(from) + 255 && Number(to) <= 65_535
}

/**
 * Sends content of the map provider, or fails with `missing` if it is empty. The map accepts an empty vector tile, but
 * treats an empty image or font as broken.
 */
function sendFound(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply) {
  if (answer.content === null) fail('missing', '外部地图上没有这一块')
  return send(answer, request, reply)
}

/**
 * Sends content of the external map provider to the browser. The response has headers of the site's own, and no header
 * of the provider is passed on.
 */
function send({ content, etag, freshUntil, mayBeStored }: CachedAnswer, request: FastifyRequest, reply: FastifyReply) {
  const seconds = Math.max(Math.floor((freshUntil - Date.now()) / 1000), 0)
  reply.header('cache-control', mayBeStored ? `public, max-age=${seconds}` : 'no-store')
  if (content === null) return reply.code(204).send()
  const { type, body, isGzipped } = content
  const compression = isGzipped ? { compression: 'gzip' as const } : {}
  return answerFile({ etag: `"${etag}"`, type, ...compression, open: () => body }, request, reply)
}
