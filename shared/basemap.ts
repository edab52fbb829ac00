import manifest from './basemap.json' with { type: 'json' }

/** Vector sets hold geometry and labels, raster sets pictures of 512 pixels a side. */
export type TileSetName = keyof typeof manifest
export interface TileSetFacts {
  kind: 'vector' | 'raster'
  /** A hash of the tiles: the address of a tile changes when its content may have. */
  version: string
  maxZoom: number
  /** The sources that must be named wherever these tiles are shown. */
  attribution: string
}

/** What `npm run basemap` made, as it says itself in basemap.json. */
export const basemap = manifest as Record<TileSetName, TileSetFacts>

/** The address of a set's tiles, as MapLibre takes it below the site's own. */
export function tileAddress(set: TileSetName): string {
  return `/tiles/${set}/{z}/{x}/{y}?v=${basemap[set].version}`
}
