import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { Route } from '#shared/api/place/route.ts'
import { serifFonts } from './mark-layers.ts'
import { routeColours } from './route-colours.ts'
import { smoothLine } from './smooth-line.ts'

/**
 * Id of the invisible layer that handles clicks on routes; its lines are wider than the visible ones, for use by touch.
 */
export const routeLayer = 'route-touch'

export function routeSource(
  routes: Pick<Route, 'id' | 'name' | 'kind' | 'lines'>[],
  openedId: string | null,
): SourceSpecification {
  const features = routes.map(({ id, name, kind, lines }) => ({
    type: 'Feature' as const,
    geometry: { type: 'MultiLineString' as const, coordinates: lines.map(smoothLine) },
    properties: { id, name, kind, opened: id === openedId },
  }))
  return { type: 'geojson', data: { type: 'FeatureCollection', features } }
}

const colour = ['match', ['get', 'kind'], ...Object.entries(routeColours).flat(), '#b4532a'] as never
const round = { 'line-cap': 'round', 'line-join': 'round' } as const

/** Returns the layers of the routes; while one of them is opened, the others are faint. */
export function routeLayers(halo: string, isOneOpened = false): LayerSpecification[] {
  const opacity = (of: number) => (isOneOpened ? ['case', ['get', 'opened'], of, of * 0.3] : of) as never
  return [
    {
      id: 'route-casing',
      type: 'line',
      source: 'route',
      layout: round,
      paint: { 'line-color': halo, 'line-width': width(2.6), 'line-opacity': opacity(0.7) },
    },
    {
      id: 'route',
      type: 'line',
      source: 'route',
      layout: round,
      paint: {
        'line-color': colour,
        'line-width': width(1.2),
        'line-opacity': opacity(1),
        'line-dasharray': [
          'match',
          ['get', 'kind'],
          'sea',
          ['literal', [2, 2]],
          'journey',
          ['literal', [1, 1.6]],
          ['literal', [1, 0]],
        ] as never,
      },
    },
    nameLayer(halo, opacity(1)),
    {
      id: routeLayer,
      type: 'line',
      source: 'route',
      layout: round,
      paint: { 'line-color': '#000', 'line-opacity': 0.001, 'line-width': 16 },
    },
  ]
}

/** Returns an expression for the width of a route's line in pixels by zoom; an opened route is wider. */
function width(base: number) {
  return [
    'interpolate',
    ['linear'],
    ['zoom'],
    1,
    ['case', ['get', 'opened'], base * 1.6, base * 0.8],
    6,
    ['case', ['get', 'opened'], base * 3, base * 1.8],
  ] as never
}

function nameLayer(halo: string, opacity: never): LayerSpecification {
  return {
    id: 'route-name',
    type: 'symbol',
    source: 'route',
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': serifFonts,
      'text-size': 12.5,
      'text-letter-spacing': 0.12,
      'symbol-spacing': 320,
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.6, 'text-opacity': opacity },
  }
}
