import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { answerFile } from '#server/http/answer-file.ts'
import { MapProvider } from './map-provider.ts'
import type { Kept } from './provider-cache.ts'
import type { ProviderSource } from './provider-source.ts'
import { readTileAddress } from '#server/map/tiles/read-tile-address.ts'

type TilePath = Record<'z' | 'x' | 'y', string>
interface Picture {
  Params: TilePath & { layer: string }
}
interface Tile {
  Params: TilePath & { source: string }
}

/** Every miss costs the operator's quota; nobody looks at so much of the world in a minute. */
const paidFor = { config: { rateLimit: { max: 3000, timeWindow: 60_000 } } }

/** The map the operator set, under our own address: so pages reach nothing but this site, and its key stays here. */
export function mountProvider(app: FastifyInstance, source: ProviderSource, publicUrl: string) {
  const provider = new MapProvider(source, publicUrl)
  app.get('/map-provider/style.json', paidFor, async (_, reply) => {
    const { document } = await provider.style()
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(document)
  })
  app.get<Picture>('/map-provider/raster/:layer/:z/:x/:y', paidFor, async (request, reply) =>
    sendFound(await provider.picture(request.params.layer, readTileAddress(request.params)), request, reply),
  )
  app.get<Tile>('/map-provider/tile/:source/:z/:x/:y', paidFor, async (request, reply) => {
    const tile = await provider.tile(request.params.source, readTileAddress(request.params))
    return tile.isPicture ? sendFound(tile, request, reply) : send(tile, request, reply)
  })
  app.get<{ Params: { source: string } }>('/map-provider/data/:source', paidFor, async (request, reply) =>
    sendFound(await provider.data(request.params.source), request, reply),
  )
  app.get<{ Params: { file: string } }>('/map-provider/sprite/:file', paidFor, async (request, reply) => {
    const [, at, form = '', extension] = /^(\d)(@2x)?\.(json|png)$/.exec(request.params.file) ?? []
    if (at === undefined) fail('missing', '没有这套图标')
    const sprite = await provider.sprite(Number(at), form, extension === 'json' ? 'json' : 'png')
    return sendFound(sprite, request, reply)
  })
  app.get<{ Params: { fonts: string; range: string } }>(
    '/map-provider/glyphs/:fonts/:range',
    paidFor,
    async (request, reply) => {
      const { fonts, range } = request.params
      if (!isRange(range)) fail('missing', '没有这一段字')
      return sendFound(await provider.glyphs(fonts, range), request, reply)
    },
  )
  app.get('/map-provider/*', () => fail('missing', '没有这样的地图文件'))
}

/** Glyphs come by 256. */
function isRange(range: string) {
  const [, from = '1', to] = /^(\d{1,5})-(\d{1,5})$/.exec(range) ?? []
  return Number(from) % 256 === 0 && Number(to) === Number(from) + 255 && Number(to) <= 65_535
}

/** The map takes an empty answer for empty land or sea where tiles are drawn, but for a broken picture or font. */
function sendFound(kept: Kept, request: FastifyRequest, reply: FastifyReply) {
  if (kept.content === null) fail('missing', '外部地图上没有这一块')
  return send(kept, request, reply)
}

/** Only what we say ourselves goes out: no header of the provider's does. */
function send({ content, etag, freshUntil, mayBeStored }: Kept, request: FastifyRequest, reply: FastifyReply) {
  const seconds = Math.max(Math.floor((freshUntil - Date.now()) / 1000), 0)
  reply.header('cache-control', mayBeStored ? `public, max-age=${seconds}` : 'no-store')
  if (content === null) return reply.code(204).send()
  const { type, body, isGzipped } = content
  return answerFile({ etag: `"${etag}"`, type, isGzipped, open: () => body }, request, reply)
}
