import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { geoContains } from 'd3-geo'
import type { Feature, Point } from 'geojson'
import isoCountries from 'i18n-iso-countries'
import { PbfReader } from 'pbf'
import { basemap, type TileSetName } from '#shared/basemap.ts'
import type { Label } from './build/label.ts'
import { readNames, readWorldCities } from './build/name-tables.ts'
import { worldCountries } from './build/world-atlas.ts'

const rowsOf = (set: TileSetName) => {
  const db = new DatabaseSync(resolve(import.meta.dirname, `${set}.mbtiles`), { readOnly: true })
  const rows = db.prepare('select zoom_level z, tile_column x, tile_row y, tile_data tile from tiles').all()
  db.close()
  return rows.map(({ z, x, y, tile }) => ({
    z: Number(z),
    x: Number(x),
    y: 2 ** Number(z) - 1 - Number(y),
    tile: tile as Uint8Array,
  }))
}
const decode = (tile: Uint8Array) => new VectorTile(new PbfReader(gunzipSync(tile)))

const baseRows = rowsOf('base')
const labels = baseRows
  .filter(({ z }) => z === basemap.base.maxZoom)
  .flatMap(({ z, x, y, tile }) => {
    const layer = decode(tile).layers['label']
    return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).toGeoJSON(x, y, z) as Label)
  })
const chineseNames = new Set(labels.map(({ properties }) => properties['zh-Hans']))
const ofKind = (kind: string) => labels.filter(({ properties }) => properties.kind === kind)

test('the tile sets have every tile of the world, and every tile decodes', () => {
  const count = (maxZoom: number) => (4 ** (maxZoom + 1) - 1) / 3
  assert.equal(baseRows.length, count(basemap.base.maxZoom))
  for (const set of ['relief', 'satellite'] as const) {
    const rows = rowsOf(set)
    assert.equal(rows.length, count(basemap[set].maxZoom))
    for (const { tile } of rows) assert.equal(Buffer.from(tile).toString('latin1', 8, 12), 'WEBP')
  }
  const layers = (maxZoom: number) =>
    new Set(baseRows.filter(({ z }) => z <= maxZoom).flatMap(({ tile }) => Object.keys(decode(tile).layers)))
  assert.deepEqual([...layers(3)].toSorted(), ['graticule', 'ice', 'label', 'lake', 'ocean', 'river'])
  assert.deepEqual([...layers(4)].toSorted(), ['graticule', 'ice', 'label', 'lake', 'ocean', 'river', 'urban'])
  for (const { tile } of rowsOf('border')) assert.deepEqual(Object.keys(decode(tile).layers), ['border'])
})

test('a tile contains only labels that appear before the next zoom level replaces it', () => {
  for (const { z, tile } of baseRows.filter(({ z }) => z < basemap.base.maxZoom)) {
    const layer = decode(tile).layers['label']
    for (let index = 0; index < (layer?.length ?? 0); index++) {
      const { minzoom } = layer?.feature(index).properties ?? {}
      assert.ok(Number(minzoom) < z + 1, `level ${z} holds a label of ${String(minzoom)}`)
    }
  }
})

test('every label has a simplified, a traditional, an English and a local name', () => {
  for (const { properties } of labels) {
    assert.match(properties['zh-Hans'], /^[\p{Script=Han}·（）/-]+$/u)
    assert.match(properties['zh-Hant'], /^[\p{Script=Han}·（）/-]+$/u)
    assert.match(properties.en, /^[\p{Script=Latin}\p{M}\p{P}\dʻ ]+$/u)
    assert.ok(properties.local.length > 0 && !/\n|:/.test(properties.local), properties.local)
    assert.ok(Number.isFinite(properties.rank) && Number.isFinite(properties.minzoom), properties.en)
  }
  const traditional = new Map(labels.map(({ properties }) => [properties['zh-Hans'], properties['zh-Hant']]))
  for (const [simplified, expected] of [
    ['里海', '裏海'],
    ['马里', '馬里'],
    ['乌干达', '烏干達'],
    ['台州', '台州'],
    ['斗湖', '斗湖'],
    ['黄岩岛', '黃岩島'],
  ])
    assert.equal(traditional.get(simplified ?? ''), expected)
})

test('names are spelled as in mainland China', () => {
  const taiwanese =
    '奈洛比 圣地牙哥 德古斯加巴 嘉柏隆里 吉布地 荷巴特 亚历山卓 塞拉耶佛 乐蜀 叶里温 可伦坡 路沙卡 聂伯城 海参崴 伯力 海兰泡 ' +
    '圣荷西 蒙特维多 雷克雅维克 拉哥斯 金夏沙 阿迪斯阿贝巴 努美阿岛 纽西兰 义大利 沙乌地阿拉伯 衣索比亚 奈及利亚 坦尚尼亚 肯亚 ' +
    '寮国 北韩 南韩 吉佳利 利雅德 摩加迪休 瓜地马拉 培亚 坦几亚 奥克拉荷马 沙加缅度 克里夫兰 安克拉治 布鲁克林区 浦阳街道 将官池 沉阳'
  assert.deepEqual(
    taiwanese.split(' ').filter((name) => chineseNames.has(name)),
    [],
  )
  // China's rules for public maps require these places to be labelled with the local name followed by the Chinese name
  // in brackets.
  const bracketed =
    '符拉迪沃斯托克（海参崴） 哈巴罗夫斯克（伯力） 布拉戈维申斯克（海兰泡） 萨哈林岛（库页岛） 斯塔诺夫山脉（外兴安岭）'
  for (const name of bracketed.split(' ')) {
    assert.ok(chineseNames.has(name), name)
    assert.ok(!chineseNames.has(name.replace(/（.*/, '')), name)
  }
  // A city's label ends in 市 (city) only if nobody uses the name without 市 for the city.
  const cities = ofKind('city').map(({ properties }) => properties['zh-Hans'])
  assert.deepEqual(
    [...new Set(cities.filter((name) => /[市县区]$/.test(name)))].toSorted(),
    ['东方市', '斯里巴加湾市', '胡志明市', '芒市', '荣市'].toSorted(),
  )
})

test('all provinces and islands of China are labelled as Chinese', () => {
  const provinces = ofKind('province').map(({ properties }) => properties['zh-Hans'])
  assert.equal(provinces.length, 34)
  assert.deepEqual(
    ['台湾', '香港', '澳门', '西藏', '新疆', '海南'].filter((name) => !provinces.includes(name)),
    [],
  )
  assert.deepEqual(
    '钓鱼岛 赤尾屿 东沙群岛 西沙群岛 中沙群岛 南沙群岛 黄岩岛 曾母暗沙'
      .split(' ')
      .filter((name) => !chineseNames.has(name)),
    [],
  )
  const countries = ofKind('country').map(({ properties }) => properties['zh-Hans'])
  assert.deepEqual(
    countries.filter((name) => /台湾|香港|澳门|西藏|科索沃|索马里兰/.test(name)),
    [],
  )
  const seats = ofKind('city').filter(({ properties }) => properties.capital === 1)
  // The map has 34 provinces but only 33 provincial capitals, because Beijing is labelled as the national capital.
  assert.equal(seats.length, 33)
  assert.ok(seats.some(({ properties }) => properties['zh-Hans'] === '台北'))
})

test('every member of the United Nations is labelled with its name and its capital', () => {
  const capitals = ofKind('city').filter(({ properties }) => properties.capital === 2)
  assert.equal(capitals.length, 192)
  const wanted = readWorldCities().filter(({ isCapital }) => isCapital)
  const found = new Set(capitals.map(({ properties }) => properties.en))
  assert.deepEqual(
    wanted.map(({ en }) => en).filter((name) => !found.has(name)),
    [],
  )
  assert.ok(found.has('Beijing'))
  // Jerusalem is on the map, but is not marked as a capital, because the members of the United Nations disagree about
  // Israel's capital. Therefore 193 members have only 192 capitals.
  assert.ok(chineseNames.has('耶路撒冷'))
  assert.equal(ofKind('country').length, 193 + ['PS', 'VA', 'EH', 'GL', 'PR'].length)
})

test('the label of a country lies on its land', () => {
  // The test skips these countries. They are so small that rounding coordinates to the grid of a map tile moves their
  // labels outside their shapes.
  const tiny = new Set(['VA', 'MV', 'KI', 'NR', 'TV', 'MH', 'MC', 'FM', 'PW'])
  const shapes = new Map(
    // In the Natural Earth atlas several shapes can share a country code: the first is the country, the others are its
    // dependent areas.
    worldCountries('50m')
      .toReversed()
      .map((shape) => [isoCountries.numericToAlpha2(String(shape.id ?? '')), shape] as const),
  )
  const display = new Intl.DisplayNames('zh-Hans', { type: 'region' })
  const byName = new Map([...shapes.keys()].map((code) => [code ? display.of(code) : '', code]))
  const spots = ofKind('country').flatMap((label) => {
    const code = byName.get(label.properties['zh-Hans'])
    return code === undefined || tiny.has(code) ? [] : [{ label, shape: shapes.get(code) as Feature }]
  })
  assert.ok(spots.length > 180)
  const atSea = spots.filter(
    ({ label, shape }) => !geoContains(shape, (label.geometry as Point).coordinates as [number, number]),
  )
  assert.deepEqual(
    atSea.map(({ label }) => label.properties['zh-Hans']),
    [],
  )
})

test('seas, rivers, mountains and other natural features are labelled', () => {
  const written = readNames('physical.txt')
  assert.ok(written.length >= 230)
  const kinds = new Set<string>(labels.map(({ properties }) => properties.kind))
  const expected = 'basin city continent country desert island lake ocean peak plain plateau province range river sea'
  assert.deepEqual([...kinds].toSorted(), expected.split(' '))
  assert.deepEqual(
    written.map((line) => line.split('|')[0] ?? '').filter((name) => !chineseNames.has(name)),
    [],
  )
})

test('the tile files stay under 16 MB and name their licence', () => {
  const sets = Object.keys(basemap) as TileSetName[]
  const bytes = sets.map((set) => statSync(resolve(import.meta.dirname, `${set}.mbtiles`)).size)
  assert.ok(bytes.reduce((sum, size) => sum + size, 0) < 16e6)
  for (const set of sets) assert.match(basemap[set].version, /^[0-9a-f]{12}$/)
  assert.match(readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8'), /CC BY 4\.0/)
})

test('the tiles of the first view of the globe stay under 320 kB', () => {
  // MapLibre requests the map tiles listed here at 102° E, 36° N, zoom 2.2, in a browser window of 1440 by 900 pixels.
  const firstView = new Set(['0/0', '1/0', '2/0', '3/0', '0/1', '2/1', '3/1', '2/2', '3/2', '1/1'])
  const bytes = [...baseRows, ...rowsOf('relief')]
    .filter(({ z, x, y }) => z === 2 && firstView.has(`${x}/${y}`))
    .reduce((sum, { tile }) => sum + tile.length, 0)
  assert.ok(bytes < 320_000, `${bytes} bytes`)
})
