import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { type MapProviderEmulator, give, pixel, startMapProviderEmulator } from '../../../test/map-provider-emulator.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { toProviderSource } from './provider-source.ts'

const key = 'key0of0the0operator0'
const provider = await startMapProviderEmulator({ after })
const elsewhere = await startMapProviderEmulator({ after })
const variables = { MAP_PROVIDER_NAME: '', MAP_ATTRIBUTION: '', MAP_CRS: 'wgs84', MAP_MAX_ZOOM: 18 } as const
const logged: string[] = []
const raster = toProviderSource({
  ...variables,
  MAP_RASTER_URLS: [
    `${provider.url}/map/{z}/{x}/{y}.png?tk=${key}`,
    `${provider.url}/names/{z}/{x}/{-y}.png?tk=${key}`,
  ],
})
assert.ok(raster)
const site = await startTestSite(
  { after },
  { map: { borders: 'none', provider: raster.facts } },
  { mapProvider: raster, log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }) },
)

/** Requests a path and checks that the response does not contain the operator's API key. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${site.url}/map-provider/${path}`, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  const whole = JSON.stringify([...response.headers]) + body.toString('latin1')
  assert.ok(!whole.includes(key) && !whole.includes(provider.url), whole.slice(0, 500))
  return { status: response.status, headers: response.headers, body }
}

const countOf = ({ requested }: MapProviderEmulator, path: string) =>
  requested.filter((address) => address.startsWith(path)).length

test('an image is requested with the key and served without it', async () => {
  provider.on(
    '/map/3/6/2.png',
    give('image/png', pixel, { 'cache-control': 'max-age=600', 'x-key': key, 'set-cookie': key }),
  )
  const { status, headers, body } = await ask('raster/map-1/3/6/2?v=1')
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  assert.deepEqual(body, pixel)
  assert.match(headers.get('content-security-policy') ?? '', /connect-src 'self'/)
  assert.match(headers.get('cache-control') ?? '', /^public, max-age=(600|599|59\d)$/)
  assert.deepEqual(provider.requested, [`/map/3/6/2.png?tk=${key}`])

  const again = await ask('raster/map-1/3/6/2', { 'if-none-match': headers.get('etag') ?? '' })
  assert.deepEqual([again.status, again.body.length], [304, 0])
  assert.equal(countOf(provider, '/map/3/6/2'), 1)
})

test('layers whose rows are counted from the south are requested with such rows', async () => {
  provider.on('/names/3/6/5.png', give('image/png', pixel))
  assert.equal((await ask('raster/map-2/3/6/2')).status, 200)
})

test('pages contain only the public facts of the map', async () => {
  const siteInfo = await site.visitor.site.show({})
  assert.deepEqual(siteInfo.map.provider?.layers.map, ['map-1', 'map-2'])
  assert.ok(!JSON.stringify(siteInfo).includes(key) && !JSON.stringify(siteInfo).includes(provider.url))
})

test('invalid tiles are refused without a request to the provider', async () => {
  const before = provider.requested.length
  for (const path of ['map-9/1/0/0', 'constructor/1/0/0', 'map-1/19/0/0', '..%2Fx/1/0/0'])
    assert.equal((await ask(`raster/${path}`)).status, 404, path)
  for (const path of [
    'map-1/1/2/0',
    'map-1/1/0/-1',
    'map-1/1/0/0.png',
    'map-1/01/0/0',
    'map-1/1/0/..%2f0',
    'map-1/x/y/z',
  ])
    assert.equal((await ask(`raster/${path}`)).status, 400, path)
  for (const path of ['style.json', 'tile/a/1/0/0', 'sprite/0.json', 'glyphs/A/0-255', 'data/a', 'http://127.0.0.1/'])
    assert.equal((await ask(path)).status, 404, path)
  assert.equal(provider.requested.length, before)
})

test('concurrent requests for a tile share one request to the provider', async () => {
  provider.on('/map/4/1/1.png', (_, response) =>
    setImmediate(() => response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)),
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('raster/map-1/4/1/1')))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(countOf(provider, '/map/4/1/1'), 1)
})

test('a missing tile is cached as missing', async () => {
  for (const _ of [1, 2]) assert.equal((await ask('raster/map-1/5/0/0')).status, 404)
  assert.equal(countOf(provider, '/map/5/0/0'), 1)
})

test('an answer with no-cache is revalidated on each request', async () => {
  let tag = '"one"'
  const seen: (string | undefined)[] = []
  provider.on('/map/5/1/1.png', (request, response) => {
    seen.push(request.headers['if-none-match'])
    const headers = { 'cache-control': 'no-cache', etag: tag, 'content-type': 'image/png' }
    if (request.headers['if-none-match'] === tag) response.writeHead(304, headers).end()
    else response.writeHead(200, headers).end(tag === '"one"' ? pixel : Buffer.concat([pixel, pixel]))
  })
  assert.deepEqual((await ask('raster/map-1/5/1/1')).body, pixel)
  assert.deepEqual((await ask('raster/map-1/5/1/1')).body, pixel)
  tag = '"two"'
  assert.equal((await ask('raster/map-1/5/1/1')).body.length, 2 * pixel.length)
  assert.deepEqual(seen, [undefined, '"one"', '"one"'])
})

test('an answer with no-store is not stored', async () => {
  provider.on('/map/5/2/2.png', give('image/png', pixel, { 'cache-control': 'private, max-age=60' }))
  assert.equal((await ask('raster/map-1/5/2/2')).headers.get('cache-control'), 'no-store')
  await ask('raster/map-1/5/2/2')
  assert.equal(countOf(provider, '/map/5/2/2'), 2)
})

test('an answer is fresh for as long as HTTP lets a shared cache reuse it', async () => {
  const date = new Date()
  const inMinutes = (minutes: number) => new Date(date.getTime() + minutes * 60_000).toUTCString()
  const lines: [headers: Record<string, string>, control: string][] = [
    [{}, 'public, max-age=86400'],
    [{ 'last-modified': inMinutes(-600) }, 'public, max-age=86400'],
    [{ 'cache-control': 'Public, Max-Age=600' }, 'public, max-age=600'],
    [{ 'cache-control': 'max-age="600"', age: '200' }, 'public, max-age=400'],
    [{ 'cache-control': 'max-age=60, s-maxage=600' }, 'public, max-age=600'],
    [{ date: date.toUTCString(), expires: inMinutes(10) }, 'public, max-age=600'],
    [{ date: date.toUTCString(), expires: inMinutes(-10) }, 'public, max-age=0'],
    [{ expires: '0' }, 'public, max-age=0'],
    [{ 'cache-control': 'max-age=31536000' }, 'public, max-age=2592000'],
    [{ 'cache-control': 'no-cache, max-age=600' }, 'public, max-age=0'],
    [{ 'cache-control': 'no-store, max-age=600' }, 'no-store'],
  ]
  for (const [index, [headers, control]] of lines.entries()) {
    provider.on(`/map/5/3/${index}.png`, give('image/png', pixel, headers))
    const answer = await ask(`raster/map-1/5/3/${index}`)
    // The test rounds the cache time, because the few seconds that the test itself takes reduce it.
    const responseHeaders = answer.headers
      .get('cache-control')
      ?.replace(/\d+$/, (seconds) => `${Math.ceil(Number(seconds) / 100) * 100}`)
    assert.equal(responseHeaders, control, JSON.stringify(headers))
  }
})

test('a confirmed answer keeps the expiry time that its confirmation does not repeat', async () => {
  provider.on('/map/5/4/4.png', (request, response) => {
    if (request.headers['if-modified-since'] !== undefined) response.writeHead(304).end()
    else {
      const headers = { 'cache-control': 'max-age=600', age: '600', 'last-modified': 'Sun, 22 Nov 2026 08:00:00 GMT' }
      give('image/png', pixel, headers)(request, response)
    }
  })
  assert.equal((await ask('raster/map-1/5/4/4')).headers.get('cache-control'), 'public, max-age=0')
  assert.match((await ask('raster/map-1/5/4/4')).headers.get('cache-control') ?? '', /^public, max-age=(600|59\d)$/)
})

test('a redirect within the origin is followed, a redirect to another host is refused', async () => {
  elsewhere.on('/stolen.png', give('image/png', pixel))
  const sendTo = (location: string) => (_: unknown, response: { writeHead: Function }) =>
    response.writeHead(302, { location }).end()
  provider.on('/moved.png', give('image/png', pixel))
  provider.on('/map/6/0/0.png', sendTo('/moved.png'))
  provider.on('/map/6/0/1.png', sendTo(`${elsewhere.url}/stolen.png`))
  provider.on('/map/6/0/2.png', sendTo('file:///etc/passwd'))
  provider.on('/map/6/0/3.png', sendTo('/map/6/0/3.png'))
  assert.equal((await ask('raster/map-1/6/0/0')).status, 200)
  for (const y of [1, 2, 3]) assert.equal((await ask(`raster/map-1/6/0/${y}`)).status, 503)
  assert.deepEqual(elsewhere.requested, [])
})

test('a body that is too large or not an image is refused', async () => {
  const script = `<script>alert("${key}")</script>`
  provider.on('/map/7/0/0.png', give('image/png', script))
  provider.on('/map/7/0/1.png', give('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`))
  provider.on('/map/7/0/2.png', give('image/png', Buffer.concat([pixel, Buffer.alloc(5 * 1024 * 1024)])))
  provider.on('/map/7/0/3.png', give('image/png', pixel, { 'content-encoding': 'br' }))
  provider.on('/map/7/0/4.png', give('image/png', Buffer.from([0x1f, 0x8b, 1, 2, 3])))
  for (const y of [0, 1, 2, 3, 4]) {
    const { status, headers } = await ask(`raster/map-1/7/0/${y}`)
    assert.deepEqual([status, headers.get('content-type')], [503, 'application/json; charset=utf-8'])
  }
})

test('a lost connection or a server error is retried once, a client error is not', async () => {
  let tries = 0
  provider.on('/map/8/0/0.png', (request, response) => {
    if (++tries === 1) request.socket.destroy()
    else give('image/png', pixel)(request, response)
  })
  provider.on('/map/8/0/1.png', (_, response) => response.writeHead(502).end(key))
  provider.on('/map/8/0/2.png', (_, response) => response.writeHead(403).end(`the key ${key} is not allowed`))
  assert.equal((await ask('raster/map-1/8/0/0')).status, 200)
  for (const y of [1, 2]) assert.equal((await ask(`raster/map-1/8/0/${y}`)).status, 503)
  assert.deepEqual(
    [1, 2].map((y) => countOf(provider, `/map/8/0/${y}`)),
    [2, 1],
  )
})

test('the log contains the error of the provider without the key', () => {
  const lines = logged.join('')
  assert.match(lines, /map provider, raster\/map-1\/8\/0\/2: answered 403/)
  assert.match(lines, /map provider, raster\/map-1\/6\/0\/1: redirects to another host/)
  assert.ok(!lines.includes(key) && !lines.includes(provider.url))
})

test('the retry time of the provider is respected, and stale answers are served meanwhile', async () => {
  provider.on('/map/9/0/0.png', (_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
  const refused = await ask('raster/map-1/9/0/0')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '60'])
  const { length } = provider.requested
  assert.equal((await ask('raster/map-1/9/0/1')).status, 503)
  assert.equal((await ask('raster/map-1/3/6/2')).status, 200)
  assert.equal(provider.requested.length, length)
})

test('a request without an answer times out', async (t) => {
  const hanging = await startTestSite(t, {}, { mapProvider: { ...raster, timeoutMs: 200 } })
  provider.on('/map/10/0/0.png', () => undefined)
  provider.on('/map/10/0/1.png', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).write(pixel))
  for (const y of [0, 1]) assert.equal((await fetch(`${hanging.url}/map-provider/raster/map-1/10/0/${y}`)).status, 503)
})
