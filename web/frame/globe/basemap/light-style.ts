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

/** The light map style: white relief and a thin coastline, so that the marks of the books stand out. */
export const lightStyle: MapDesign = {
  raster: 'relief',
  sky: {
    'sky-color': '#f2f4f4',
    'horizon-color': '#fffdf9',
    'atmosphere-blend': byZoom(0, 0.22, 4, 0.15, 6, 0),
  },
  light: { anchor: 'viewport', position: [1.5, 215, 14] },
  layers: [
    land('#fdfbf6'),
    rasterImage(
      'relief',
      { full: 0.34, far: 0.08 },
      { 'raster-saturation': -1, 'raster-brightness-min': 0.28, 'raster-contrast': 0.35 },
    ),
    sea('#dfe7ea'),
    coastBand({ id: 'shore', colour: '#eef3f4', opacity: 0.9, offset: 3, width: 6, blur: 2 }),
    ice('#ffffff', 0.8),
    urban('#e3dcd2', 0.7),
    graticule('#93a4ae', 0.28),
    river('#b9c8d0', 0.8),
    ...lake('#dbe4e8', '#b3c1c9'),
    coast('#93a5b0', 0.9),
  ],
  borderColour: '#b3a7a0',
  labelStyle: {
    ink: '#4a443e',
    province: '#6f645b',
    city: '#4b4e50',
    relief: '#726650',
    water: '#48687a',
    halo: 'rgba(255, 253, 249, 0.9)',
    waterHalo: 'rgba(228, 235, 238, 0.8)',
  },
}
