import assert from 'node:assert/strict'
import Fastify from 'fastify'
import { get } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { basemap, tileAddress, type TileSetName } from '#shared/basemap.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { answerFailure } from '#server/http/server/mount-api.ts'
import { mountTiles } from './tile-routes.ts'

const addressOf = (set: TileSetName, z: number, x: number, y: number) =>
  tileAddress(set).replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)

test('the basemap is served as tiles', async (t) => {
  const { url } = await startTestSite(t)

  await t.test('an image is cached by the browser for a year', async () => {
    const response = await fetch(url + addressOf('relief', 2, 3, 1))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'image/webp')
    assert.match(response.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
    assert.equal(Buffer.from(await response.arrayBuffer()).toString('latin1', 8, 12), 'WEBP')
  })

  await t.test('rows count from the north', async () => {
    const sizes = await Promise.all([0, 1].map(async (y) => sizeOf(await fetch(url + addressOf('base', 1, 0, y)))))
    // The tile with North America must be larger in bytes than the tile with the South Pacific, which is mostly water.
    assert.ok((sizes[0] ?? 0) > (sizes[1] ?? 0), sizes.join())
  })

  await t.test('a vector tile is compressed if the client accepts it', async () => {
    const address = url + addressOf('base', 2, 3, 1)
    const packed = await rawAnswer(address, { 'accept-encoding': 'br, gzip' })
    const plain = await rawAnswer(address, { 'accept-encoding': 'gzip;q=0' })
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.deepEqual(gunzipSync(packed.body), plain.body)
    assert.notEqual(packed.headers.etag, plain.headers.etag)
    for (const { headers } of [packed, plain]) {
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.equal(headers['content-type'], 'application/vnd.mapbox-vector-tile')
    }
  })

  await t.test('a tile that the browser has cached is not sent again', async () => {
    for (const set of ['base', 'satellite'] as const) {
      const address = url + addressOf(set, 1, 1, 0)
      const etag = (await fetch(address)).headers.get('etag') ?? ''
      const again = await fetch(address, { headers: { 'if-none-match': `"other", W/${etag}` } })
      assert.deepEqual([again.status, await sizeOf(again), again.headers.get('etag')], [304, 0, etag])
      const other = await fetch(address, { headers: { 'if-none-match': '"other"' } })
      assert.equal(other.status, 200)
    }
  })

  await t.test('HEAD returns the size without a body', async () => {
    const response = await fetch(url + addressOf('relief', 0, 0, 0), { method: 'HEAD' })
    assert.equal(response.status, 200)
    assert.ok(Number(response.headers.get('content-length')) > 1000)
    assert.equal(await sizeOf(response), 0)
  })

  await t.test('an address with another version is cached for an hour', async () => {
    for (const address of ['/tiles/relief/0/0/0', '/tiles/relief/0/0/0?v=old']) {
      const response = await fetch(url + address)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=3600')
      await response.arrayBuffer()
    }
  })

  const refusals: [string, string, number][] = [
    ['an unknown set', '/tiles/roads/0/0/0', 404],
    ['border lines the operator has not chosen', addressOf('border', 0, 0, 0), 404],
    ['a set named after a part of every object', '/tiles/constructor/0/0/0', 404],
    ['a level finer than there is', `/tiles/relief/${basemap.relief.maxZoom + 1}/0/0`, 404],
    ['a column beyond the edge', '/tiles/relief/1/2/0', 400],
    ['a row beyond the edge', '/tiles/base/0/0/1', 400],
    ['negative numbers', '/tiles/base/1/-1/0', 400],
    ['words', '/tiles/base/a/b/c', 400],
    ['fractions', '/tiles/base/1/0.5/0', 400],
    ['numbers in disguise', '/tiles/base/1/0x1/01', 400],
    ['numbers beyond counting', `/tiles/base/${'9'.repeat(40)}/0/0`, 400],
  ]
  for (const [what, path, status] of refusals) {
    await t.test(`${what}: ${status}`, async () => {
      const response = await fetch(url + path)
      const body = await response.json()
      assert.deepEqual([response.status, body.httpCode], [status, status])
      assert.match(body.message, /[\u4e00-\u9fff]/)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    })
  }
})

test('border lines are served if the operator has enabled them', async (t) => {
  const app = Fastify()
  t.after(() => app.close())
  app.setErrorHandler(answerFailure)
  mountTiles(app, { borders: 'defacto' })
  const answer = await app.inject({ url: addressOf('border', 2, 2, 1), headers: { 'accept-encoding': 'gzip' } })
  assert.equal(answer.statusCode, 200)
  assert.ok(gunzipSync(answer.rawPayload).includes('border'))
  // This tile contains only water, far from any border.
  const empty = await app.inject(addressOf('border', 6, 3, 40))
  assert.deepEqual([empty.statusCode, empty.payload], [204, ''])
})

async function sizeOf(response: Response) {
  return (await response.arrayBuffer()).byteLength
}

/** Reads the raw response body, which fetch would decompress. */
function rawAnswer(address: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    get(address, { headers }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      done({ headers: response.headers, body: Buffer.concat(parts) })
    }).on('error', failed)
  })
}
