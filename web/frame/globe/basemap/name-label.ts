import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { limbOpacity } from '#web/frame/globe/layers/limb-opacity.ts'
import { byZoom } from './basemap-layers.ts'
import type { LabelStyle } from './map-design.ts'
import type { MapLanguage } from '#web/frame/globe/state/map-store.ts'
import { serifFonts } from '#web/frame/globe/layers/mark-layers.ts'

export const boldSerif = ['bold', ...serifFonts]
/** Italic fonts for names of waters, a convention of printed maps. */
export const italicSerif = ['italic', ...serifFonts]
export const minzoom: ExpressionSpecification = ['get', 'minzoom']

/**
 * Returns a map expression for the name of a place in `language`, with fallbacks to the languages that users of this
 * language most likely know.
 */
export function nameExpression(language: MapLanguage): ExpressionSpecification {
  if (language === 'zh-Hans') return firstOf('zh-Hans', 'zh-Hant', 'en')
  if (language === 'zh-Hant') return firstOf('zh-Hant', 'zh-Hans', 'en')
  if (language === 'en') return firstOf('en', 'local', 'zh-Hans')
  return firstOf('local', 'en', 'zh-Hans')
}

function firstOf(...keys: string[]): ExpressionSpecification {
  return ['coalesce', ...keys.map((key): ExpressionSpecification => ['get', key])] as unknown as ExpressionSpecification
}

interface LabelParts {
  id: string
  kinds: string[]
  ink: string
  halo?: string
  layout: SymbolLayerSpecification['layout']
  filter?: ExpressionSpecification
  /** Whether the names are shown at every zoom, and not only from the zoom on that the basemap states for each. */
  isAlwaysShown?: boolean
  minzoom?: number
  maxzoom?: number
}

function isZoomReached({ zoomDelay = 0 }: LabelStyle): ExpressionSpecification {
  return ['<=', ['+', minzoom, zoomDelay], ['zoom']]
}

/** Returns a map layer with the labels of the given kinds of places, such as cities or rivers. */
export function label(labelStyle: LabelStyle, parts: LabelParts): LayerSpecification {
  const { id, kinds, ink, halo = labelStyle.halo, layout, filter, isAlwaysShown = false, ...range } = parts
  return {
    id: `label-${id}`,
    type: 'symbol',
    source: 'base',
    'source-layer': 'label',
    ...range,
    filter: [
      'all',
      ['in', ['get', 'kind'], ['literal', kinds]],
      ...(isAlwaysShown ? [] : [isZoomReached(labelStyle)]),
      ...(filter ? [filter] : []),
    ],
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-max-width': 8,
      // The minimum distance between map labels is larger at low zoom, where the whole globe is visible.
      'text-padding': byZoom(1, 10, 4, 6, 7, 3),
      ...layout,
    },
    paint: {
      'text-opacity': limbOpacity,
      'text-color': ink,
      'text-halo-color': halo,
      'text-halo-width': 1.2,
      'text-halo-blur': 0.6,
    },
  }
}
