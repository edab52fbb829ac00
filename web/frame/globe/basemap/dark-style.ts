import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import {
  coastBand,
  byZoom,
  coast,
  graticule,
  ice,
  lake,
  land,
  line,
  rasterImage,
  river,
  sea,
  urban,
  wash,
} from './basemap-layers.ts'
import type { MapDesign } from './map-design.ts'

/** The dark map style, like a flight at night: slate land, a nearly black sea and lights where the cities are. */
export const darkStyle: MapDesign = {
  raster: 'relief',
  sky: {
    'sky-color': '#0d1420',
    'horizon-color': '#22344d',
    'atmosphere-blend': byZoom(0, 0.6, 4, 0.4, 6, 0),
  },
  light: { anchor: 'viewport', position: [1.5, 215, 14] },
  layers: [
    land('#212b38'),
    rasterImage(
      'relief',
      { full: 0.62, far: 0.14 },
      { 'raster-saturation': -0.85, 'raster-brightness-max': 0.42, 'raster-contrast': 0.5 },
    ),
    wash('rgba(24, 38, 64, 0.46)'),
    sea('#091324', 0.92),
    coastBand({ id: 'shore', colour: '#16304c', opacity: 0.8, offset: 3.5, width: 7, blur: 4 }),
    ice('#56677c', 0.35),
    graticule('#5d82ab', 0.16),
    river('#31506e', 0.9),
    ...lake('#0f1b2b', '#2b4763'),
    coast('#3f6388', 0.8, 0.8),
    line('urban-glow', 'urban', {
      'line-color': '#f3b562',
      'line-opacity': byZoom(3, 0.1, 6, 0.28),
      'line-width': byZoom(3, 2, 8, 12),
      'line-blur': byZoom(3, 2, 8, 12),
    }),
    urban('#f0b464', 0.28),
    cityLights(),
  ],
  borderColour: '#5a6c84',
  labelStyle: {
    ink: '#e9e3d8',
    province: '#aab4c2',
    city: '#ded9d0',
    relief: '#b5ae9b',
    water: '#6f97bd',
    halo: 'rgba(12, 18, 28, 0.85)',
    waterHalo: 'rgba(8, 14, 24, 0.8)',
  },
}

/** Returns a map layer of light spots for cities; a larger city has a larger spot. */
function cityLights(): LayerSpecification {
  return {
    id: 'city-light',
    type: 'circle',
    source: 'base',
    'source-layer': 'label',
    filter: ['==', ['get', 'kind'], 'city'],
    paint: {
      'circle-color': '#ffc773',
      'circle-blur': 1,
      'circle-opacity': byZoom(1, 0.95, 4, 0.7, 7, 0.3),
      'circle-radius': byZoom(1, radius(4.5, 2.5), 3, radius(10, 3.5), 7, radius(30, 10)),
    },
  }
}

/**
 * Returns an expression for the radius of a city's light in pixels, which falls from `first` for the largest cities
 * (minzoom 2) to `last` for small ones (minzoom 5).
 */
function radius(first: number, last: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['get', 'minzoom'], 2, first, 5, last]
}
