import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { serifFonts } from './mark-layers.ts'
import { routeLayers, routeSource } from './route-layers.ts'

/** The side of a place's name that touches the mark of the place; `top` means that the name stands below the mark. */
export type LabelAnchor = `${'top' | 'bottom'}${'' | '-left' | '-right'}`

interface PathOverlay {
  /**
   * The line that joins the places of the path. Its longitudes are continuous and may exceed ±180°, so that the line
   * crosses the antimeridian without a jump.
   */
  line: [lng: number, lat: number][]
  /** The places of the path, each once, with the position of its name (see `LabelAnchor`). */
  places: { name: string; point: [lng: number, lat: number]; anchor: LabelAnchor }[]
  titleInk: string
  titleHalo: string
}

const pathId = 'path'

/**
 * Returns a map style that shows a path between two books, people or places above the basemap: a line like that of an
 * opened route, and the names of its places.
 */
export function pathStyle(base: StyleSpecification, overlay: PathOverlay): StyleSpecification {
  const { line, places, titleInk, titleHalo } = overlay
  const features = places.map(({ name, point, anchor }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: point },
    properties: { name, anchor },
  }))
  return {
    ...base,
    sources: {
      ...base.sources,
      route: routeSource([{ id: pathId, name: '', kind: 'highway', lines: [line] }], pathId),
      place: { type: 'geojson', data: { type: 'FeatureCollection', features } },
    },
    layers: [...base.layers, ...routeLayers(titleHalo), placeLayer(titleInk, titleHalo)],
  }
}

function placeLayer(titleInk: string, titleHalo: string): LayerSpecification {
  return {
    id: 'path-place',
    type: 'symbol',
    source: 'place',
    layout: {
      'icon-image': 'mark-1',
      'icon-size': 0.55,
      'icon-allow-overlap': true,
      'text-field': ['get', 'name'],
      'text-font': ['bold', ...serifFonts],
      'text-size': 14,
      'text-anchor': ['get', 'anchor'],
      'text-offset': [
        'match',
        ['slice', ['get', 'anchor'], 0, 3],
        'top',
        ['literal', [0, 0.7]],
        ['literal', [0, -0.7]],
      ],
      'text-optional': true,
    },
    paint: { 'text-color': titleInk, 'text-halo-color': titleHalo, 'text-halo-width': 1.6 },
  }
}
