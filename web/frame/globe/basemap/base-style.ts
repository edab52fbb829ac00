import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { basemap, tileAddress, type TileSetName } from '#shared/basemap.ts'
import { darkStyle } from './dark-style.ts'
import { byZoom, coast, land, rasterImage, river, sea } from './basemap-layers.ts'
import type { MarkTitleColours } from '#web/frame/globe/layers/mark-layers.ts'
import { lightStyle } from './light-style.ts'
import type { MapDesign, LabelStyle } from './map-design.ts'
import type { MapLanguage, Projection, StyleId } from '#web/frame/globe/state/map-store.ts'
import { outdoorStyle } from './outdoor-style.ts'
import { paperStyle } from './paper-style.ts'
import { continents, countries, landforms, largeCountries, oceans, provinces, waters } from './area-labels.ts'
import { nameExpression } from './name-label.ts'
import { capitals, cities, peaks } from './spot-labels.ts'

/** The satellite style of the map: satellite imagery with few labels. */
const satelliteStyle: MapDesign = {
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

/**
 * Label layers by kind, in ascending priority: of two labels that collide, the map shows the one of the later layer.
 */
const layersByPriority = [
  peaks,
  landforms,
  waters,
  provinces,
  cities,
  capitals,
  countries,
  oceans,
  continents,
  largeCountries,
]

export interface BaseStyleOptions {
  styleId: StyleId
  language: MapLanguage
  visiblePlaceLabel: boolean
  projection: Projection
  borders: 'none' | 'defacto'
}

export const markTitleColours: Record<StyleId, MarkTitleColours> = {
  outdoor: { titleInk: '#5a2c00', titleHalo: '#fffdf9' },
  light: { titleInk: '#5a2c00', titleHalo: '#fffdf9' },
  dark: { titleInk: '#ffd8a8', titleHalo: '#14161a' },
  satellite: { titleInk: '#fff3e0', titleHalo: '#0a1018' },
  paper: { titleInk: '#5a2c00', titleHalo: '#f7ebcf' },
}

const designs: Record<StyleId, MapDesign> = {
  outdoor: outdoorStyle,
  light: lightStyle,
  dark: darkStyle,
  satellite: satelliteStyle,
  paper: paperStyle,
}

/** Builds the MapLibre style of the site's own basemap. */
export function buildBaseStyle(options: BaseStyleOptions): StyleSpecification {
  const { styleId, language, visiblePlaceLabel, projection, borders } = options
  const { raster, sky, light, layers, borderColour, labelStyle } = designs[styleId]
  const hasBorders = borders !== 'none'
  return {
    version: 8,
    projection: { type: projection },
    sky,
    light,
    sources: {
      base: tileSource('base'),
      [raster]: tileSource(raster),
      ...(hasBorders ? { border: tileSource('border') } : {}),
    },
    layers: [
      ...layers,
      ...(hasBorders ? [borderLayer(borderColour)] : []),
      ...(visiblePlaceLabel ? labelLayers(labelStyle, language) : []),
    ],
  }
}

function tileSource(set: TileSetName): SourceSpecification {
  const { kind, maxZoom, attribution } = basemap[set]
  const tiles = { tiles: [location.origin + tileAddress(set)], maxzoom: maxZoom, attribution }
  return kind === 'raster' ? { type: 'raster', tileSize: 512, ...tiles } : { type: 'vector', promoteId: 'en', ...tiles }
}

function borderLayer(colour: string): LayerSpecification {
  return {
    id: 'border',
    type: 'line',
    source: 'border',
    'source-layer': 'border',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-opacity': 0.7, 'line-width': byZoom(0, 0.35, 3, 0.7, 7, 1.4) },
  }
}

function labelLayers(labelStyle: LabelStyle, language: MapLanguage): LayerSpecification[] {
  const name = nameExpression(language)
  return layersByPriority.map((layer) => layer(labelStyle, name))
}
