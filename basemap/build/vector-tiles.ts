import type { Feature } from 'geojson'
import { GeoJSONVT, type GeoJSONVTOptions, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { gzipSync } from 'node:zlib'
import type { TileFile } from './tile-file.ts'

export const vectorMaxZoom = 6
const extent = 4096

export interface Layer {
  name: string
  features: Feature[]
  /** The levels whose tiles hold it. */
  from: number
  to: number
  options?: GeoJSONVTOptions
}

/** Cuts the layers into tiles, all levels of the world. */
export function writeVectorTiles(file: TileFile, layers: Layer[]) {
  const cut = layers.map((layer) => ({ ...layer, index: indexOf(layer) }))
  for (let z = 0; z <= vectorMaxZoom; z++) {
    const here = cut.filter(({ from, to }) => z >= from && z <= to)
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile: Record<string, GeoJSONVTTile> = {}
        for (const { name, index } of here) {
          const part = index.getTile(z, x, y)
          if (part !== null && part.features.length > 0) tile[name] = part
        }
        if (Object.keys(tile).length > 0) file.add(z, x, y, pack(tile))
      }
    }
  }
}

function indexOf({ features, options }: Layer) {
  const settings = { maxZoom: vectorMaxZoom, indexMaxZoom: 0, extent, tolerance: 3, buffer: 64, ...options }
  return new GeoJSONVT({ type: 'FeatureCollection', features }, settings)
}

function pack(tile: Record<string, GeoJSONVTTile>) {
  return gzipSync(fromGeojsonVt(tile, { version: 2, extent }), { level: 9 })
}
