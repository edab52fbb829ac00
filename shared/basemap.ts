import manifest from './basemap.json' with { type: 'json' }

/**
 * Names of the map's tile sets. Vector tiles hold geometry and labels, raster tiles hold pictures of 512 × 512 pixels.
 */
export type TileSetName = keyof typeof manifest
export interface TileSetFacts {
  kind: 'vector' | 'raster'
  /** Hash of the map tiles. It is part of the tile URLs, so that a changed tile has a new URL. */
  version: string
  maxZoom: number
  /** Attribution that must be shown wherever the tiles of this set are shown. */
  attribution: string
}

/** The map tile sets that `npm run basemap` has built, as recorded in basemap.json. */
export const basemap = manifest as Record<TileSetName, TileSetFacts>

/** Returns the URL template of a map tile set in the format of MapLibre, relative to the site. */
export function tileAddress(set: TileSetName): string {
  return `/tiles/${set}/{z}/{x}/{y}?v=${basemap[set].version}`
}
