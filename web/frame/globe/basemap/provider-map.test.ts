import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StyleSpecification } from 'maplibre-gl'
import type { MapProvider } from '#shared/api/site.ts'
import type { ProviderChoices } from './adapt-remote-style.ts'
import { buildProviderStyle, providerSwitches } from './build-provider-style.ts'
import { loadDatum, shiftInPixels } from './load-datum.ts'
import { ProviderWatch } from './provider-watch.ts'

const origin = 'https://books.test'
const choices: ProviderChoices = {
  styleId: 'outdoor',
  language: 'zh-Hans',
  visibleRoad: false,
  visiblePlaceLabel: true,
  projection: 'globe',
}
const rasterProvider: MapProvider = {
  kind: 'raster',
  name: '天地图',
  attribution: '天地图',
  crs: 'wgs84',
  maxZoom: 18,
  layers: { map: ['vec', 'cva'], satellite: ['img', 'cia'] },
  version: 'abc',
}
const styleProvider: MapProvider = { ...rasterProvider, kind: 'style', layers: { map: [], satellite: [] } }
const remote: StyleSpecification = {
  version: 8,
  sprite: [{ id: 'default', url: '/map-provider/sprite/0' }],
  glyphs: '/map-provider/glyphs/{fontstack}/{range}',
  sources: {
    mark: { type: 'vector', tiles: ['/map-provider/tile/mark/{z}/{x}/{y}?v=abc'] },
    points: { type: 'geojson', data: '/map-provider/data/points?v=abc' },
  },
  layers: [
    { id: 'ground', type: 'background' },
    { id: 'road', type: 'line', source: 'mark', 'source-layer': 'transportation', layout: { 'line-cap': 'round' } },
    {
      id: 'road-name',
      type: 'symbol',
      source: 'mark',
      'source-layer': 'transportation_name',
      layout: { 'text-field': ['get', 'name_en'] },
    },
    {
      id: 'road-number',
      type: 'symbol',
      source: 'mark',
      'source-layer': 'road',
      layout: { 'text-field': '{ref}' },
    },
    {
      id: 'city',
      type: 'symbol',
      source: 'mark',
      'source-layer': 'place',
      layout: { 'text-field': '{name:latin}\n{name:nonlatin}' },
    },
    {
      id: 'peak',
      type: 'symbol',
      source: 'points',
      layout: { visibility: 'none', 'text-field': ['step', ['zoom'], '', 9, ['format', ['get', 'name:de'], {}]] },
    },
  ],
}

/** Returns the value of one layout property for every layer of a map style, by layer id. */
function layout(style: StyleSpecification, property: 'visibility' | 'text-field') {
  return Object.fromEntries(
    style.layers.map(({ id, layout = {} }) => [
      id.replace('provider:', ''),
      (layout as Record<string, unknown>)[property],
    ]),
  )
}
const adapt = (change: Partial<ProviderChoices> = {}) =>
  buildProviderStyle({ provider: styleProvider, remote, origin }, { ...choices, ...change })

test('raster layers are stacked in order, with tile addresses on this site', () => {
  const style = buildProviderStyle({ provider: rasterProvider, remote: null, origin }, choices)
  assert.deepEqual(
    style.layers.map(({ id }) => id),
    ['provider:background', 'provider:vec', 'provider:cva'],
  )
  assert.deepEqual(style.sources['provider:cva'], {
    type: 'raster',
    tiles: ['https://books.test/map-provider/raster/cva/{z}/{x}/{y}?v=abc'],
    tileSize: 256,
    maxzoom: 18,
    attribution: '天地图',
  })
  assert.deepEqual(style.projection, { type: 'globe' })
})

test('satellite layers are used if the provider has them, and name layers only if names are switched on', () => {
  const idsOf = (provider: MapProvider, change: Partial<ProviderChoices>) =>
    Object.keys(buildProviderStyle({ provider, remote: null, origin }, { ...choices, ...change }).sources)
  assert.deepEqual(idsOf(rasterProvider, { styleId: 'satellite' }), ['provider:img', 'provider:cia'])
  assert.deepEqual(idsOf(rasterProvider, { visiblePlaceLabel: false }), ['provider:vec'])
  const plain = { ...rasterProvider, layers: { map: ['map-1'], satellite: [] } }
  assert.deepEqual(idsOf(plain, { styleId: 'satellite', visiblePlaceLabel: false }), ['provider:map-1'])
})

test('a remote style gets absolute addresses and prefixed ids', () => {
  const { sources, layers, glyphs, sprite, projection } = adapt({ projection: 'mercator' })
  assert.deepEqual(sources['provider:mark'], {
    type: 'vector',
    tiles: ['https://books.test/map-provider/tile/mark/{z}/{x}/{y}?v=abc'],
  })
  assert.deepEqual(sources['provider:points'], {
    type: 'geojson',
    data: 'https://books.test/map-provider/data/points?v=abc',
  })
  assert.ok(layers.every((layer) => layer.id.startsWith('provider:')))
  assert.ok(layers.every((layer) => !('source' in layer) || String(layer.source) in sources))
  assert.equal(glyphs, 'https://books.test/map-provider/glyphs/{fontstack}/{range}')
  assert.deepEqual(sprite, [{ id: 'default', url: 'https://books.test/map-provider/sprite/0' }])
  assert.deepEqual(projection, { type: 'mercator' })
})

test('names follow the chosen language; road numbers do not change', () => {
  const zh = [
    'coalesce',
    ...['name:zh-Hans', 'name_zh-Hans', 'name:zh', 'name_zh', 'name'].map((name) => ['get', name]),
  ]
  assert.deepEqual(layout(adapt(), 'text-field'), {
    ground: undefined,
    road: undefined,
    'road-name': zh,
    'road-number': '{ref}',
    city: zh,
    peak: zh,
  })
  assert.deepEqual(layout(adapt({ language: 'local' }), 'text-field')['city'], ['coalesce', ['get', 'name']])
  assert.match(JSON.stringify(layout(adapt({ language: 'en' }), 'text-field')['city']), /name:en.*name_en.*"name"/)
})

test('roads and names follow the choices of the user; layers that the style hides stay hidden', () => {
  const seen = (change: Partial<ProviderChoices>) =>
    Object.entries(layout(adapt(change), 'visibility')).flatMap(([id, value]) => (value === 'none' ? [] : [id]))
  assert.deepEqual(seen({}), ['ground', 'city'])
  assert.deepEqual(seen({ visibleRoad: true }), ['ground', 'road', 'road-name', 'road-number', 'city'])
  assert.deepEqual(seen({ visibleRoad: true, visiblePlaceLabel: false }), ['ground', 'road'])
})

test('the controls that have an effect on a map are detected', () => {
  const none = { road: false, placeLabel: false, language: false, satellite: false }
  const plain = { ...rasterProvider, layers: { map: ['map-1'], satellite: [] } }
  assert.deepEqual(providerSwitches({ provider: plain, remote: null }), none)
  assert.deepEqual(providerSwitches({ provider: rasterProvider, remote: null }), {
    ...none,
    placeLabel: true,
    satellite: true,
  })
  const shown = { road: true, placeLabel: true, language: true, satellite: false }
  assert.deepEqual(providerSwitches({ provider: styleProvider, remote }), shown)
  const bare = { ...remote, layers: remote.layers.slice(0, 1) }
  assert.equal(providerSwitches({ provider: styleProvider, remote: bare }).road, false)
})

test('coordinates are converted to and from GCJ-02, and unchanged for other maps', async () => {
  const beijing: [number, number] = [116.3908, 39.9146]
  for (const provider of [null, rasterProvider]) assert.deepEqual((await loadDatum(provider)).toMap(beijing), beijing)
  const datum = await loadDatum({ crs: 'gcj02' })
  const shifted = datum.toMap(beijing)
  assert.ok(Math.abs(shifted[0] - beijing[0]) > 0.003)
  const back = datum.fromMap(shifted)
  assert.ok(Math.abs(back[0] - beijing[0]) < 1e-6 && Math.abs(back[1] - beijing[1]) < 1e-6)
})

test('the pixel shift equals the offset of the map at that place', async () => {
  const datum = await loadDatum({ crs: 'gcj02' })
  // In Beijing a pixel at zoom 16 is 0.917 m wide, and a GCJ-02 map is shifted about 530 m to the east and 160 m to the
  // north.
  const [x, y] = shiftInPixels(datum, [116.4, 39.9], 16)
  assert.ok(x > 540 && x < 620, String(x))
  assert.ok(y < -140 && y > -200, String(y))
  assert.deepEqual(shiftInPixels(datum, [2.35, 48.85], 16), [0, 0])
})

test('a provider counts as down after repeated failures, not after single missing tiles', () => {
  const watch = new ProviderWatch()
  const fail = (times: number, status?: number) =>
    Array.from({ length: times }, () => watch.failed('provider:vec', status)).includes(true)
  assert.equal(fail(5, 503), false)
  watch.loaded('provider:vec')
  assert.equal(fail(5), false)
  watch.loaded('mark')
  assert.equal(fail(100, 404), false)
  assert.equal(watch.failed('mark', 503), false)
  assert.equal(fail(1, 503), true)
})
