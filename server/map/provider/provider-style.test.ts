import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { give, type MapProviderEmulator, pixel, startMapProviderEmulator } from '../../../test/map-provider-emulator.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { toProviderSource } from './provider-source.ts'

const key = 'key0of0the0operator0'
const vector = 'application/x-protobuf'
/** A tile with one empty layer named `roads`. */
const tile = Buffer.from([0x1a, 9, 0x78, 2, 0x0a, 5, ...Buffer.from('roads')])

/** A map style with all typical parts. Every URL in it contains the API key. */
function styleOf({ url }: MapProviderEmulator) {
  return {
    version: 8,
    name: '街道',
    metadata: { 'maker:key': key },
    terrain: { source: 'relief' },
    sprite: [{ id: 'default', url: `${url}/sprite/streets?key=${key}` }],
    glyphs: `${url}/fonts/{fontstack}/{range}.pbf?key=${key}`,
    sources: {
      streets: { type: 'vector', url: `/tiles/streets.json?key=${key}` },
      relief: {
        type: 'raster-dem',
        tiles: [`${url}/relief/{z}/{x}/{y}.webp?key=${key}`],
        maxzoom: 11,
        encoding: 'terrarium',
      },
      quakes: { type: 'geojson', data: `${url}/quakes.geojson?key=${key}` },
      inline: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      film: { type: 'video', urls: [`${url}/film.mp4?key=${key}`], coordinates: [] },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#fff' } },
      { id: 'road', type: 'line', source: 'streets', 'source-layer': 'transportation', metadata: { key } },
      { id: 'film', type: 'raster', source: 'film' },
      {
        id: 'city',
        type: 'symbol',
        source: 'streets',
        'source-layer': 'place',
        layout: {
          'text-font': ['step', ['zoom'], ['literal', ['Noto Sans Regular']], 9, ['literal', ['Noto Sans Bold']]],
        },
      },
    ],
  }
}

/** Starts a site with an emulated map provider. Every request checks that the response does not contain the API key. */
async function open(t: TestContext, change: (style: ReturnType<typeof styleOf>) => object = (style) => style) {
  const provider = await startMapProviderEmulator(t)
  provider.on('/style.json', give('application/json', change(styleOf(provider))))
  provider.on(
    '/tiles/streets.json',
    give('application/json', {
      tilejson: '3.0.0',
      tiles: [`${provider.url}/streets/{z}/{x}/{y}.pbf?key=${key}`],
      maxzoom: 14,
      attribution: `<a href="https://example.com/?key=${key}">© 街道</a>`,
      vector_layers: [],
    }),
  )
  const source = toProviderSource({
    MAP_STYLE_URL: `${provider.url}/style.json?key=${key}`,
    MAP_PROVIDER_NAME: '街道',
    MAP_ATTRIBUTION: '',
    MAP_CRS: 'wgs84',
    MAP_MAX_ZOOM: 18,
  })
  assert.ok(source)
  const site = await startTestSite(t, { map: { borders: 'none', provider: source.facts } }, { mapProvider: source })
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.url}${path}`, { headers })
    const body = Buffer.from(await response.arrayBuffer())
    const whole = JSON.stringify([...response.headers]) + body.toString('latin1')
    assert.ok(!whole.includes(key) && !whole.includes(provider.url), whole.slice(0, 2000))
    return { status: response.status, type: response.headers.get('content-type'), body }
  }
  return { provider, ask }
}

test('a remote style is served with our addresses and without private fields', async (t) => {
  const { ask, provider } = await open(t)
  const { status, body } = await ask('/map-provider/style.json')
  assert.equal(status, 200)
  const style = JSON.parse(body.toString())
  const { version } = /\?v=(?<version>\w+)/.exec(style.sources.streets.tiles[0])?.groups ?? {}
  assert.deepEqual(style.sources, {
    streets: {
      type: 'vector',
      tiles: [`/map-provider/tile/streets/{z}/{x}/{y}?v=${version}`],
      maxzoom: 14,
      attribution: '<a href="https://example.com/?key=…">© 街道</a>',
    },
    relief: {
      type: 'raster-dem',
      tiles: [`/map-provider/tile/relief/{z}/{x}/{y}?v=${version}`],
      maxzoom: 11,
      encoding: 'terrarium',
    },
    quakes: { type: 'geojson', data: `/map-provider/data/quakes?v=${version}` },
    inline: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  })
  assert.deepEqual(style.sprite, [{ id: 'default', url: '/map-provider/sprite/0' }])
  assert.equal(style.glyphs, '/map-provider/glyphs/{fontstack}/{range}')
  assert.deepEqual(
    style.layers.map(({ id }: { id: string }) => id),
    ['ground', 'road', 'city'],
  )
  assert.ok(!('metadata' in style) && !('terrain' in style))
  assert.deepEqual(provider.requested, [`/style.json?key=${key}`, `/tiles/streets.json?key=${key}`])
})

test('tiles, sprites, glyphs and data are requested with the key and served without it', async (t) => {
  const { ask, provider } = await open(t)
  provider.on('/streets/2/3/1.pbf', give(vector, gzipSync(tile), { 'content-encoding': 'gzip' }))
  provider.on('/relief/2/3/1.webp', give('image/webp', pixel))
  provider.on(
    '/sprite/streets.json',
    give('application/json', { bus: { x: 0, y: 0, width: 1, height: 1, pixelRatio: 1 } }),
  )
  provider.on('/sprite/streets@2x.png', give('image/png', pixel))
  provider.on('/fonts/Noto Sans Regular,Noto Sans Bold/256-511.pbf', give(vector, tile))
  provider.on('/quakes.geojson', give('application/json', { type: 'FeatureCollection', features: [] }))
  const given = {
    'tile/streets/2/3/1': 'application/vnd.mapbox-vector-tile',
    'tile/relief/2/3/1': 'image/png',
    'sprite/0.json': 'application/json',
    'sprite/0@2x.png': 'image/png',
    'glyphs/Noto%20Sans%20Regular,Noto%20Sans%20Bold/256-511': vector,
    'data/quakes': 'application/json',
  }
  for (const [path, type] of Object.entries(given)) {
    const answer = await ask(`/map-provider/${path}`)
    assert.deepEqual([answer.status, answer.type?.split(';')[0]], [200, type], path)
  }
  assert.ok(provider.requested.every((path) => path.endsWith(`?key=${key}`)))
  assert.deepEqual((await ask('/map-provider/tile/streets/2/3/1', { 'accept-encoding': 'identity' })).body, tile)
})

test('a missing vector tile is served empty, a missing image or font fails', async (t) => {
  const { ask } = await open(t)
  assert.equal((await ask('/map-provider/tile/streets/3/0/0')).status, 204)
  assert.equal((await ask('/map-provider/tile/relief/3/0/0')).status, 404)
  assert.equal((await ask('/map-provider/glyphs/Noto%20Sans%20Regular/0-255')).status, 404)
})

test('addresses that the style does not name are not fetched', async (t) => {
  const { ask, provider } = await open(t)
  await ask('/map-provider/style.json')
  const { length } = provider.requested
  const unnamed = [
    ['tile/film/0/0/0', 404],
    ['tile/streets/15/0/0', 404],
    ['tile/__proto__/0/0/0', 404],
    ['sprite/1.json', 404],
    ['sprite/0.exe', 404],
    ['sprite/..%2f..%2fstyle.json', 404],
    ['glyphs/Comic%20Sans/0-255', 404],
    ['glyphs/Noto%20Sans%20Regular/0-65535', 404],
    ['glyphs/Noto%20Sans%20Regular/..%2f..%2fstyle', 404],
    ['data/inline', 404],
    ['raster/streets/0/0/0', 404],
    ['tile/streets/0/0/http:%2f%2f127.0.0.1', 400],
  ] as const
  for (const [path, status] of unnamed) assert.equal((await ask(`/map-provider/${path}`)).status, status, path)
  assert.equal(provider.requested.length, length)
})

test('a style cannot make the server connect to a private network', async (t) => {
  const inside = await startMapProviderEmulator(t)
  inside.on('/relief/0/0/0.webp', give('image/webp', pixel))
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433']
  const sources = Object.fromEntries(
    hosts.map((host, at) => {
      const tiles = [`${inside.url.replace('127.0.0.1', host)}/relief/{z}/{x}/{y}.webp`]
      return [`relief-${at}`, { type: 'raster', tiles }]
    }),
  )
  const { ask } = await open(t, (style) => ({ ...style, sources }))
  for (const [at, host] of hosts.entries())
    assert.equal((await ask(`/map-provider/tile/relief-${at}/0/0/0`)).status, 503, host)
  assert.deepEqual(inside.requested, [])
})

test('an invalid style or address fails with a message until it is corrected', async (t) => {
  const wrong = [
    { version: 7 },
    { sources: { streets: { type: 'vector', url: 'mapbox://streets' } } },
    { sources: { streets: { type: 'vector', url: 'file:///etc/passwd' } } },
    { sources: { streets: { type: 'raster', tiles: ['https://example.com/{bbox}'] } } },
    { sprite: 'data:image/png,x' },
  ]
  const { ask, provider } = await open(t)
  const setStyle = (part: object) =>
    provider.on(
      '/style.json',
      give('application/json', { ...styleOf(provider), ...part }, { 'cache-control': 'no-store' }),
    )
  for (const part of wrong) {
    setStyle(part)
    const { status, body } = await ask('/map-provider/style.json')
    assert.equal(status, 503, JSON.stringify(part))
    assert.match(JSON.parse(body.toString()).message, /外部地图/)
  }
  setStyle({})
  assert.equal((await ask('/map-provider/style.json')).status, 200)
})

test('the style is read again once the provider recovers', async (t) => {
  const { ask, provider } = await open(t)
  provider.on('/style.json', (_, response) => response.writeHead(500).end())
  assert.equal((await ask('/map-provider/style.json')).status, 503)
  provider.on('/style.json', give('application/json', styleOf(provider)))
  assert.equal((await ask('/map-provider/style.json')).status, 200)
})
