import { band, byZoom, coast, graticule, ice, lake, land, picture, river, sea, urban } from './basemap-layers.ts'
import type { MapDesign } from './map-design.ts'

/** Almost a drawing: white relief, a hairline coast and room for what is marked. */
export const lightStyle: MapDesign = {
  raster: 'relief',
  sky: {
    'sky-color': '#f2f4f4',
    'horizon-color': '#fffdf9',
    'atmosphere-blend': byZoom(0, 0.22, 4, 0.15, 6, 0),
  },
  light: { anchor: 'viewport', position: [1.5, 215, 14] },
  ground: [
    land('#fdfbf6'),
    picture(
      'relief',
      { full: 0.34, far: 0.08 },
      { 'raster-saturation': -1, 'raster-brightness-min': 0.28, 'raster-contrast': 0.35 },
    ),
    sea('#dfe7ea'),
    band({ id: 'shore', colour: '#eef3f4', opacity: 0.9, offset: 3, width: 6, blur: 2 }),
    ice('#ffffff', 0.8),
    urban('#e3dcd2', 0.7),
    graticule('#93a4ae', 0.28),
    river('#b9c8d0', 0.8),
    ...lake('#dbe4e8', '#b3c1c9'),
    coast('#93a5b0', 0.9),
  ],
  borderColour: '#b3a7a0',
  lettering: {
    ink: '#4a443e',
    province: '#6f645b',
    city: '#4b4e50',
    relief: '#726650',
    water: '#48687a',
    halo: 'rgba(255, 253, 249, 0.9)',
    waterHalo: 'rgba(228, 235, 238, 0.8)',
  },
}
