import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { basemap, tileAddress, type TileSetName } from '#shared/basemap.ts'
import { darkStyle } from './dark-style.ts'
import { byZoom } from './basemap-layers.ts'
import { labelLayers } from './label-layers.ts'
import type { MarkTitleColours } from '#web/frame/globe/layers/mark-layers.ts'
import { lightStyle } from './light-style.ts'
import type { MapDesign } from './map-design.ts'
import type { MapLanguage, Projection, StyleId } from '#web/frame/globe/state/map-store.ts'
import { outdoorStyle } from './outdoor-style.ts'
import { paperStyle } from './paper-style.ts'
import { satelliteStyle } from './satellite-style.ts'

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
