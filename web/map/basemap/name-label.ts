import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { byZoom } from './basemap-layers.ts'
import type { Lettering } from './map-design.ts'
import type { MapLanguage } from '#web/map/state/map-store.ts'
import { serifFonts } from '#web/map/layers/mark-layers.ts'

export const boldSerif = ['bold', ...serifFonts]
/** Names of waters slant, as maps have had them since engravers drew them. */
export const italicSerif = ['italic', ...serifFonts]
export const minzoom: ExpressionSpecification = ['get', 'minzoom']

/** A name in the language asked, or in the next that a reader of it is likely to read. */
export function nameIn(language: MapLanguage): ExpressionSpecification {
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
  minzoom?: number
  maxzoom?: number
}

/** A layer of names of some kinds. */
export function label(lettering: Lettering, parts: LabelParts): LayerSpecification {
  const { id, kinds, ink, halo = lettering.halo, layout, filter, ...range } = parts
  return {
    id: `label-${id}`,
    type: 'symbol',
    source: 'base',
    'source-layer': 'label',
    ...range,
    filter: [
      'all',
      ['in', ['get', 'kind'], ['literal', kinds]],
      ['<=', ['+', minzoom, lettering.reserve ?? 0], ['zoom']],
      ...(filter ? [filter] : []),
    ],
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-max-width': 8,
      // Wide apart where the whole globe is seen.
      'text-padding': byZoom(1, 10, 4, 6, 7, 3),
      ...layout,
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.2, 'text-halo-blur': 0.6 },
  }
}
