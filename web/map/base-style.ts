import type { StyleSpecification } from 'maplibre-gl'
import type { MapLanguage, Projection, StyleId } from './map-store.ts'

export interface BaseStyleOptions {
  styleId: StyleId
  language: MapLanguage
  visiblePlaceLabel: boolean
  projection: Projection
  borders: 'none' | 'defacto'
}

/** The colours that what stands on the map takes from the style under it. */
export interface StyleLook {
  name: string
  titleInk: string
  titleHalo: string
}

export const styleLooks: Record<StyleId, StyleLook> = {
  outdoor: { name: '户外', titleInk: '#5a2c00', titleHalo: '#fffdf9' },
  light: { name: '浅色', titleInk: '#5a2c00', titleHalo: '#fffdf9' },
  dark: { name: '夜航', titleInk: '#ffd8a8', titleHalo: '#14161a' },
  satellite: { name: '卫星', titleInk: '#fff3e0', titleHalo: '#0a1018' },
  paper: { name: '古卷', titleInk: '#5a2c00', titleHalo: '#f7ebcf' },
}

/** The site's own basemap in one of its styles. */
export function buildBaseStyle({ projection }: BaseStyleOptions): StyleSpecification {
  return {
    version: 8,
    projection: { type: projection },
    sources: {},
    layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#e9e3cf' } }],
  }
}
