import { VectorTile } from '@mapbox/vector-tile'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { readNames, readWorldCities } from './name-tables.ts'

const folder = resolve(import.meta.dirname, '..')
const finest = 6
/**
 * Kinds of map labels that become entries of the gazetteer. Oceans and continents are left out because they are too
 * large to be the place of a book, countries and provinces because they are not points.
 */
const kinds = new Set([
  'city',
  'range',
  'plateau',
  'basin',
  'plain',
  'desert',
  'island',
  'peak',
  'lake',
  'river',
  'sea',
])

/**
 * Writes the gazetteer, a table in which the site looks up places: each named point of the basemap with its Chinese
 * name, English name, position and country. Returns the number of places.
 */
export function writeGazetteer(): number {
  const lines = [...listLabels(), ...citiesOfChina()].toSorted()
  const rows = [...new Set(lines)]
  const head =
    '# Made by the build from the labels of base.mbtiles: name|in English|longitude|latitude|country of a city.'
  writeFileSync(resolve(folder, 'gazetteer.txt'), `${[head, ...rows].join('\n')}\n`)
  return rows.length
}

/** Returns the gazetteer entries of Chinese cities; all their data is in the name tables, so GeoNames is not needed. */
function citiesOfChina(): string[] {
  return readNames('cities-china.txt').map((line) => {
    const [name = '', en, lng, lat] = line.split('|')
    return [name.replace(/[*+]$/, ''), en, Number(lng), Number(lat), 'CN'].join('|')
  })
}

function listLabels(): string[] {
  const file = new DatabaseSync(resolve(folder, 'base.mbtiles'), { readOnly: true })
  const rows = file
    .prepare('select tile_column as x, tile_row as y, tile_data as data from tiles where zoom_level = ?')
    .all(finest) as { x: number; y: number; data: Uint8Array }[]
  const inChina = new Set(readNames('cities-china.txt').map((line) => line.split('|')[0]?.replace(/[*+]$/, '')))
  const countries = countriesByName()
  return rows.flatMap(({ x, y, data }) => {
    const plain = data[0] === 0x1f ? gunzipSync(data) : data
    const { label } = new VectorTile(new PbfReader(plain)).layers
    if (label === undefined) return []
    return Array.from({ length: label.length }, (_, at) => label.feature(at)).flatMap((feature) => {
      const { kind, 'zh-Hans': zh, en } = feature.properties
      const name = String(zh)
      const [point] = feature.loadGeometry()[0] ?? []
      const isOutside = point === undefined || [point.x, point.y].some((one) => one < 0 || one >= feature.extent)
      if (isOutside || !kinds.has(String(kind)) || (kind === 'city' && inChina.has(name))) return []
      const spot = feature.toGeoJSON(x, 2 ** finest - 1 - y, finest).geometry
      if (spot.type !== 'Point') return []
      const [lng = 0, lat = 0] = spot.coordinates
      return [
        [
          name,
          String(en),
          round(lng),
          round(lat),
          kind === 'city' ? (countries.get(`${name}|${String(en)}`) ?? '') : '',
        ].join('|'),
      ]
    })
  })
}

/** Cities whose country is disputed; their entries in the gazetteer have no country. */
const withoutCountry = new Set(['耶路撒冷'])

/**
 * Returns the country of each world city, by its Chinese and English name. The country is empty if cities of the same
 * name lie in several countries.
 */
function countriesByName() {
  const countries = new Map<string, string>()
  for (const { zh, en, country } of readWorldCities())
    countries.set(`${zh}|${en}`, countries.has(`${zh}|${en}`) || withoutCountry.has(zh) ? '' : country)
  return countries
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000
