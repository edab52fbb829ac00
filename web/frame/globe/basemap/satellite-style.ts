import { byZoom, coast, land, rasterImage, river, sea } from './basemap-layers.ts'
import type { MapDesign } from './map-design.ts'

/** The satellite style of the map: satellite imagery with few labels. */
export const satelliteStyle: MapDesign = {
  raster: 'satellite',
  sky: {
    'sky-color': '#0a1424',
    'horizon-color': '#7fb2e0',
    'atmosphere-blend': byZoom(0, 0.9, 4, 0.6, 6, 0),
  },
  light: { anchor: 'viewport', position: [1.5, 215, 30] },
  layers: [
    land('#4a523a'),
    rasterImage('satellite', { full: 1, far: 0.45 }, { 'raster-saturation': -0.28, 'raster-contrast': -0.02 }),
    sea('#0d2c4f', byZoom(4.5, 0.14, 8, 0.8)),
    river('rgba(132, 176, 206, 0.7)', 0.8),
    {
      id: 'lake',
      type: 'fill',
      source: 'base',
      'source-layer': 'lake',
      paint: { 'fill-color': '#16395c', 'fill-opacity': byZoom(4, 0.3, 7, 0.9) },
    },
    coast('#cfe4f2', 0.7, 0.3),
  ],
  borderColour: '#e8d9b8',
  labelStyle: {
    ink: '#fbf8f1',
    province: '#f6ead2',
    city: '#ffffff',
    relief: '#f6ecd4',
    water: '#b5d3ec',
    halo: 'rgba(6, 12, 22, 0.85)',
    waterHalo: 'rgba(6, 20, 40, 0.6)',
    zoomDelay: 0.9,
  },
}
