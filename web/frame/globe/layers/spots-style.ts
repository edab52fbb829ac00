import type { StyleSpecification } from 'maplibre-gl'
import { serifFonts } from './mark-layers.ts'

/** A place on the map of a user's books. */
export interface Spot {
  id: string
  name: string
  point: [lng: number, lat: number]
  countBooks: number
  /** The colours of the dot. */
  fill: string
  stroke: string
  /** Whether the map may write the name beside the dot. */
  isNamed: boolean
}

/** The id of the layer with the dots. */
export const spotLayer = 'spot'

/**
 * Returns a map style with a dot for each place above the basemap; the more books a place has, the larger is its dot.
 * Names are shown where there is room, with preference for the places with the most books.
 */
export function spotsStyle(
  base: StyleSpecification,
  spots: Spot[],
  { titleInk, titleHalo }: { titleInk: string; titleHalo: string },
): StyleSpecification {
  const features = spots.map(({ point, ...properties }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: point },
    properties,
  }))
  return {
    ...base,
    sources: { ...base.sources, spot: { type: 'geojson', data: { type: 'FeatureCollection', features } } },
    layers: [
      ...base.layers,
      {
        id: spotLayer,
        type: 'circle',
        source: 'spot',
        layout: { 'circle-sort-key': ['-', ['get', 'countBooks']] },
        paint: {
          'circle-radius': ['min', 12, ['+', 4, ['sqrt', ['get', 'countBooks']]]],
          'circle-color': ['get', 'fill'],
          'circle-stroke-color': ['get', 'stroke'],
          'circle-stroke-width': 1.5,
        },
      },
      {
        id: 'spot-name',
        type: 'symbol',
        source: 'spot',
        filter: ['get', 'isNamed'],
        layout: {
          'symbol-sort-key': ['-', ['get', 'countBooks']],
          'text-field': ['get', 'name'],
          'text-font': ['bold', ...serifFonts],
          'text-size': 14,
          'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
          'text-radial-offset': 0.8,
        },
        paint: { 'text-color': titleInk, 'text-halo-color': titleHalo, 'text-halo-width': 1.6 },
      },
    ],
  }
}
