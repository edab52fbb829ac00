import type { Feature } from 'geojson'
import { resolve } from 'node:path'
import { borderLines } from './border-lines.ts'
import { graticule } from './graticule.ts'
import type { Label } from './label.ts'
import { planarOcean } from './planar-land.ts'
import { readPn2 } from './pn2-reader.ts'
import { type Layer, vectorMaxZoom } from './vector-tiles.ts'

/** Highest zoom at which the coarser of the two coastline data sets (1:50 million) still looks smooth. */
const coarseTo = 3

export function baseLayers(naturalEarth: string, labels: Label[]): Layer[] {
  const shapes = (name: string): Feature[] => readPn2(resolve(naturalEarth, `ne_50m_${name}.pn2`))
  return [
    { name: 'ocean', features: planarOcean('50m'), from: 0, to: coarseTo, isOutlined: true },
    { name: 'ocean', features: planarOcean('10m'), from: coarseTo + 1, to: vectorMaxZoom, isOutlined: true },
    { name: 'lake', features: shapes('lakes'), from: 0, to: vectorMaxZoom },
    { name: 'river', features: shapes('rivers_lake_centerlines'), from: 2, to: vectorMaxZoom },
    {
      name: 'ice',
      features: [...shapes('glaciated_areas'), ...shapes('antarctic_ice_shelves_polys')],
      from: 0,
      to: vectorMaxZoom,
    },
    { name: 'urban', features: shapes('urban_areas'), from: 4, to: vectorMaxZoom },
    { name: 'graticule', features: graticule(), from: 0, to: vectorMaxZoom },
    ...labelLayers(labels),
  ]
}

/**
 * Returns one layer of map labels for each zoom level. MapLibre shows a tile of zoom level z up to zoom z + 1, so the
 * tile contains all labels that appear below z + 1. The tiles of the last zoom level contain all labels.
 */
function labelLayers(labels: Label[]): Layer[] {
  return Array.from({ length: vectorMaxZoom + 1 }, (_, z) => ({
    name: 'label',
    features: labels.filter(({ properties }) => z === vectorMaxZoom || properties.minzoom < z + 1),
    from: z,
    to: z,
    // Layers of points need no buffer beyond the tile's edge, because MapLibre draws only the points inside a tile.
    options: { buffer: 0 },
  }))
}

export function borderLayers(): Layer[] {
  return [
    { name: 'border', features: borderLines('50m'), from: 0, to: coarseTo, isOutlined: true },
    { name: 'border', features: borderLines('10m'), from: coarseTo + 1, to: vectorMaxZoom, isOutlined: true },
  ]
}
