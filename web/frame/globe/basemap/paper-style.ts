import {
  coastBand,
  coast,
  graticule,
  ice,
  lake,
  land,
  rasterImage,
  river,
  sea,
  urban,
  wash,
  coastWaves,
} from './basemap-layers.ts'
import type { MapDesign } from './map-design.ts'

const ink = '#5a3c1a'

/**
 * The map style of an old map: sepia on yellowed paper, a shaded coast with wave lines, and a red square for each
 * capital.
 */
export const paperStyle: MapDesign = {
  raster: 'relief',
  sky: { 'sky-color': '#ecdcb4', 'horizon-color': '#f6ead0', 'atmosphere-blend': 0.25 },
  light: { anchor: 'viewport', position: [1.5, 215, 10] },
  layers: [
    land('#f0deb2'),
    rasterImage(
      'relief',
      { full: 0.55, far: 0.12 },
      { 'raster-saturation': -1, 'raster-contrast': 0.5, 'raster-brightness-min': 0.02 },
    ),
    wash('rgba(228, 184, 104, 0.3)'),
    sea('#d2cba6'),
    coastBand({ id: 'coast-tint', colour: '#b98a4c', opacity: 0.34, offset: -2.5, width: 5, blur: 2.5 }),
    coastBand({ id: 'shore', colour: '#a09468', opacity: 0.5, offset: 3, width: 7, blur: 3 }),
    ...coastWaves(ink, [
      { offset: 2.2, opacity: 0.55 },
      { offset: 4, opacity: 0.38 },
      { offset: 6, opacity: 0.24 },
    ]),
    ice('#f8efd8', 0.6),
    urban('#a8552f', 0.22),
    graticule(ink, 0.3, 0.6),
    river('#8a7446', 0.8),
    ...lake('#cdc6a1', '#7b6136'),
    coast(ink, 0.95, 0.9),
  ],
  borderColour: '#9c4a35',
  labelStyle: {
    ink: '#3f2810',
    province: '#84402c',
    city: '#3d2812',
    relief: '#6b4a22',
    water: '#5f5128',
    halo: 'rgba(246, 232, 198, 0.85)',
    waterHalo: 'rgba(224, 214, 180, 0.75)',
    allSerif: true,
    capitalColour: '#a02c20',
  },
}
