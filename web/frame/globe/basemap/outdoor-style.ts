import {
  coastBand,
  byZoom,
  coast,
  graticule,
  ice,
  lake,
  land,
  rasterImage,
  river,
  sea,
  urban,
} from './basemap-layers.ts'
import type { MapDesign } from './map-design.ts'

/**
 * The default map style, like a school atlas: relief from green to sand, and a light blue sea that shows the sea floor.
 */
export const outdoorStyle: MapDesign = {
  raster: 'relief',
  sky: {
    'sky-color': '#d9ecf5',
    'horizon-color': '#f3f8f8',
    'atmosphere-blend': byZoom(0, 0.5, 4, 0.4, 6, 0),
  },
  light: { anchor: 'viewport', position: [1.5, 215, 14] },
  layers: [
    land('#e4e4c9'),
    rasterImage('relief', { full: 1, far: 0.3 }, { 'raster-saturation': 0.06, 'raster-contrast': 0.06 }),
    sea(byZoom(4.5, '#4f96ba', 7.5, '#a3cde0'), byZoom(4.5, 0.2, 7.5, 0.9)),
    coastBand({ id: 'shore', colour: '#e9f6f8', opacity: 0.3, offset: 3, width: 6, blur: 3 }),
    ice('#fbfdfd', 0.7),
    urban('#b9a48f', 0.5),
    graticule('#2f6f93', 0.16),
    river('#5f9fc0'),
    ...lake(byZoom(5, '#86bdd6', 7.5, '#9dcade'), '#5d9bbb'),
    coast('#4d8aa8', 1, 0.75),
  ],
  borderColour: '#8d6a6a',
  labelStyle: {
    ink: '#2b2520',
    province: '#684a5a',
    city: '#2a2c2e',
    relief: '#5b4224',
    water: '#1f5c82',
    halo: 'rgba(255, 252, 243, 0.82)',
    waterHalo: 'rgba(232, 244, 249, 0.6)',
  },
}
