import type { Feature } from 'geojson'
import { GeoJSONVT, type GeoJSONVTOptions, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { gzipSync } from 'node:zlib'
import { openMeridian } from './open-meridian.ts'
import type { TileFile } from './tile-file.ts'

export const vectorMaxZoom = 6
const extent = 4096
const buffer = 64

export interface Layer {
  name: string
  features: Feature[]
  /** First and last zoom level whose tiles contain this map layer. */
  from: number
  to: number
  /** True for a map layer of areas whose outlines are drawn too, such as coasts. */
  isOutlined?: boolean
  options?: GeoJSONVTOptions
}

/** Cuts the map layers into vector tiles for the whole world at all zoom levels, and writes the tiles into a file. */
export function writeVectorTiles(file: TileFile, layers: Layer[]) {
  const cut = layers.map((layer) => ({ ...layer, index: indexOf(layer) }))
  for (let z = 0; z <= vectorMaxZoom; z++) {
    const here = cut.filter(({ from, to }) => z >= from && z <= to)
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile: Record<string, GeoJSONVTTile> = {}
        for (const { name, index, isOutlined = false } of here) {
          const part = index.getTile(z, x, y)
          if (part !== null && isOutlined) openShapes(part, z, x)
          if (part !== null && part.features.length > 0) tile[name] = part
        }
        if (Object.keys(tile).length > 0) file.add(z, x, y, pack(tile))
      }
    }
  }
}

function indexOf({ features, options }: Layer) {
  const settings = { maxZoom: vectorMaxZoom, indexMaxZoom: 0, extent, tolerance: 3, buffer, ...options }
  return new GeoJSONVT({ type: 'FeatureCollection', features }, settings)
}

function openShapes(tile: GeoJSONVTTile, z: number, x: number) {
  for (const shape of tile.features) {
    let rings = shape.geometry as [number, number][][]
    if (x === 0) rings = rings.map((ring) => openMeridian(ring, 0, -buffer))
    if (x === 2 ** z - 1) rings = rings.map((ring) => openMeridian(ring, extent, extent + buffer))
    shape.geometry = rings
  }
}

function pack(tile: Record<string, GeoJSONVTTile>) {
  return gzipSync(fromGeojsonVt(tile, { version: 2, extent }), { level: 9 })
}
