import { GeoJSONVT } from '@maplibre/geojson-vt'
import sharp from 'sharp'
import { planarLand } from './planar-land.ts'

type Ring = [number, number][]

/**
 * A function that returns for each pixel of a map tile how much of it is land, from 0 (sea) to 255 (land). The
 * intermediate values make coasts smooth.
 */
export type CoastMask = (z: number, x: number, y: number) => Promise<Uint8Array>

export function coastMask(size: number, maxZoom: number): CoastMask {
  const features = planarLand('10m').map((geometry) => ({ type: 'Feature' as const, properties: {}, geometry }))
  // The land mask is computed at twice the resolution of the tile, so that pixels on the coast get intermediate values.
  const extent = size * 2
  const options = { maxZoom, indexMaxZoom: 0, tolerance: 1, extent, buffer: 16 }
  const index = new GeoJSONVT({ type: 'FeatureCollection', features }, options)
  return async (z, x, y) => {
    const shapes: { geometry: unknown }[] = index.getTile(z, x, y)?.features ?? []
    const rings = shapes.flatMap(({ geometry }) => geometry as Ring[])
    const path = rings.map((ring) => `M${ring.map(([px, py]) => `${px / 2} ${py / 2}`).join('L')}Z`).join('')
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%"/>
      <path d="${path}" fill="#fff" fill-rule="evenodd"/></svg>`
    return sharp(Buffer.from(picture)).extractChannel(0).raw().toBuffer()
  }
}
