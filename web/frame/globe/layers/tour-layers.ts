import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'
import { greatCircles } from './great-circle.ts'
import { sansFonts } from './mark-layers.ts'
import { numberInk, stopImage } from './mark-images.ts'

/** Id of the layer with the numbers of the stops; clicks on a stop are found by this layer. */
export const stopLayer = 'tour-stop'

const tourColour = '#d9480f'
const round = { 'line-cap': 'round', 'line-join': 'round' } as const

/** Returns the map sources of a tour: the line through its stops by the shortest arcs, and the numbered stops. */
export function tourSources(stops: [lng: number, lat: number][]): Record<string, SourceSpecification> {
  const features = stops.map((coordinates, index) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates },
    properties: { index, number: `${index + 1}`, end: endOf(index, stops.length) },
  }))
  return {
    'tour-line': {
      type: 'geojson',
      data: { type: 'Feature', geometry: { type: 'LineString', coordinates: greatCircles(stops) }, properties: {} },
    },
    [stopLayer]: { type: 'geojson', data: { type: 'FeatureCollection', features } },
  }
}

function endOf(index: number, length: number) {
  if (index === 0) return 'first'
  return index === length - 1 ? 'last' : 'none'
}

/** Returns the layers of the line through the stops of a tour; they lie below the marks. */
export function tourLineLayers(halo: string): LayerSpecification[] {
  const line = { type: 'line', source: 'tour-line', layout: round } as const
  return [
    { ...line, id: 'tour-casing', paint: { 'line-color': halo, 'line-width': 5, 'line-opacity': 0.75 } },
    { ...line, id: 'tour-line', paint: { 'line-color': tourColour, 'line-width': 2.5 } },
  ]
}

/** The layer of the stops of a tour, each with its number. It lies above the marks, which make room for the stops. */
export const tourStopLayer: LayerSpecification = {
  id: stopLayer,
  type: 'symbol',
  source: stopLayer,
  layout: {
    // The first and the last stop lie above other stops that they overlap.
    'symbol-sort-key': ['match', ['get', 'end'], 'none', 0, 1],
    'icon-image': ['concat', stopImage, ['get', 'end']],
    'icon-allow-overlap': true,
    'text-field': ['get', 'number'],
    'text-font': ['bold', ...sansFonts],
    'text-size': 12,
    'text-allow-overlap': true,
  },
  paint: { 'text-color': ['match', ['get', 'end'], 'none', numberInk, '#fff'] },
}
