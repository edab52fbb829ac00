import manifest from './basemap.json' with { type: 'json' }

/** Names of the tile sets. Vector sets hold geometry and labels, raster sets hold pictures of 512 × 512 pixels. */
export type TileSetName = keyof typeof manifest
export interface TileSetFacts {
  kind: 'vector' | 'raster'
  /** Hash of the tiles. It is part of the tile addresses, so that a changed tile has a new address. */
  version: string
  maxZoom: number
  /** Attribution that must be shown wherever these tiles are shown. */
  attribution: string
}

/** The tile sets that `npm run basemap` has built, as recorded in basemap.json. */
export const basemap = manifest as Record<TileSetName, TileSetFacts>

/** Returns the address template of a tile set in the format of MapLibre, relative to the site. */
export function tileAddress(set: TileSetName): string {
  return `/tiles/${set}/{z}/{x}/{y}?v=${basemap[set].version}`
}
