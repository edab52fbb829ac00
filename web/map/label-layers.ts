import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { byZoom } from './ground-layers.ts'
import type { Lettering } from './map-design.ts'
import type { MapLanguage } from './map-store.ts'
import { sansFonts, serifFonts } from './mark-layers.ts'

const minzoom: ExpressionSpecification = ['get', 'minzoom']
const italic = ['italic', ...serifFonts]

/** Names of places, those that give way first below. */
export function labelLayers(lettering: Lettering, language: MapLanguage): LayerSpecification[] {
  const name = nameIn(language)
  return [
    peaks(lettering, name),
    landforms(lettering, name),
    waters(lettering, name),
    provinces(lettering, name),
    cities(lettering, name),
    capitals(lettering, name),
    countries(lettering, name),
    oceans(lettering, name),
    continents(lettering, name),
  ]
}

/** A name in the language asked, or in the next a reader of it is likely to read. */
function nameIn(language: MapLanguage): ExpressionSpecification {
  const either = (...keys: string[]): ExpressionSpecification =>
    ['coalesce', ...keys.map((key) => ['get', key])] as never
  if (language === 'zh-Hans') return either('zh-Hans', 'zh-Hant', 'en')
  if (language === 'zh-Hant') return either('zh-Hant', 'zh-Hans', 'en')
  if (language === 'en') return either('en', 'local', 'zh-Hans')
  const local: ExpressionSpecification = ['coalesce', ['get', 'local'], '']
  // What is written from the right, or joined, would be drawn letter by letter.
  const isDrawable: ExpressionSpecification = ['all', ['!=', local, ''], ['is-supported-script', local]]
  return ['case', isDrawable, local, either('en', 'zh-Hans')]
}

interface Label {
  id: string
  kinds: string[]
  ink: string
  halo: string
  layout: SymbolLayerSpecification['layout']
  filter?: ExpressionSpecification
  minzoom?: number
  maxzoom?: number
}

function label({ id, kinds, ink, halo, layout, filter, ...range }: Label): LayerSpecification {
  const shown: ExpressionSpecification[] = [
    ['in', ['get', 'kind'], ['literal', kinds]],
    ['<=', minzoom, ['zoom']],
  ]
  return {
    id: `label-${id}`,
    type: 'symbol',
    source: 'base',
    'source-layer': 'label',
    ...range,
    filter: ['all', ...shown, ...(filter ? [filter] : [])],
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

/** Larger for what shows up earlier. */
function sizeByImportance(zoom: [low: number, high: number], low: [number, number], high: [number, number]) {
  const size = ([first, last]: [number, number]): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    minzoom,
    0,
    first,
    4,
    last,
  ]
  return byZoom(zoom[0], size(low), zoom[1], size(high))
}

function continents({ ink, halo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'continent',
    kinds: ['continent'],
    ink,
    halo,
    maxzoom: 2.6,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.6,
      'text-size': byZoom(0, 12, 2.6, 17),
    },
  })
}

function oceans({ water, waterHalo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'ocean',
    kinds: ['ocean'],
    ink: water,
    halo: waterHalo,
    maxzoom: 5,
    layout: {
      'text-field': name,
      'text-font': italic,
      'text-letter-spacing': 0.5,
      'text-size': byZoom(0, 12, 5, 22),
    },
  })
}

function countries({ ink, halo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'country',
    kinds: ['country'],
    ink,
    halo,
    maxzoom: 7,
    layout: {
      'text-field': name,
      'text-font': ['bold', ...serifFonts],
      'text-letter-spacing': 0.12,
      'text-size': sizeByImportance([1, 6], [14, 10], [21, 14]),
    },
  })
}

function provinces({ province, halo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'province',
    kinds: ['province'],
    ink: province,
    halo,
    minzoom: 4,
    maxzoom: 8,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-letter-spacing': 0.3,
      'text-size': byZoom(4, 11, 7, 15),
      'text-variable-anchor-offset': ['center', [0, 0], 'top', [0, 1], 'bottom', [0, -1]],
    },
  })
}

const citySize = byZoom(
  3,
  ['step', ['get', 'capital'], 10.5, 1, 11.5],
  7,
  ['step', ['get', 'capital'], 12.5, 1, 14.5],
  11,
  17,
)
const isNationalCapital: ExpressionSpecification = ['==', ['get', 'capital'], 2]
const besideDot: SymbolLayerSpecification['layout'] = {
  'text-variable-anchor-offset': ['left', [0.6, 0], 'right', [-0.6, 0], 'top', [0, 0.5], 'bottom', [0, -0.5]],
  'text-justify': 'auto',
  'text-max-width': 10,
}

function cities({ city, halo, allSerif }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'city',
    kinds: ['city'],
    filter: ['!', isNationalCapital],
    ink: city,
    halo,
    minzoom: 2,
    layout: {
      ...besideDot,
      'text-field': name,
      'text-font': allSerif ? serifFonts : sansFonts,
      'text-size': citySize,
      'icon-image': 'city',
      'icon-size': byZoom(3, 0.75, 7, 1),
      'icon-padding': 1,
    },
  })
}

function capitals({ city, halo, allSerif, seal }: Lettering, name: ExpressionSpecification) {
  const font = ['bold', ...(allSerif ? serifFonts : sansFonts)]
  const mark: SymbolLayerSpecification['layout'] =
    seal === undefined
      ? {
          ...besideDot,
          'text-field': name,
          'icon-image': 'city-capital',
          'icon-size': byZoom(2, 0.7, 6, 1),
          'icon-padding': 1,
        }
      : {
          // The seal is a letter of the name, so that it is drawn in its colour without a picture of its own.
          'text-field': ['format', '■', { 'text-color': seal, 'font-scale': 0.8 }, '\u2009', {}, name, {}],
          'text-anchor': 'left',
          'text-offset': [-0.4, 0],
          'text-max-width': 12,
        }
  return label({
    id: 'capital',
    kinds: ['city'],
    filter: isNationalCapital,
    ink: city,
    halo,
    minzoom: 2,
    layout: { 'text-font': font, 'text-size': byZoom(2, 11, 7, 15, 11, 19), ...mark },
  })
}

function waters({ water, waterHalo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'water',
    kinds: ['sea', 'lake', 'river'],
    ink: water,
    halo: waterHalo,
    layout: {
      'text-field': name,
      'text-font': italic,
      'text-letter-spacing': ['match', ['get', 'kind'], 'sea', 0.3, 0.12],
      'text-size': byZoom(2, 11, 7, ['match', ['get', 'kind'], 'sea', 16, 13]),
    },
  })
}

function landforms({ relief, halo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'landform',
    kinds: ['range', 'plateau', 'basin', 'plain', 'desert', 'island'],
    ink: relief,
    halo,
    minzoom: 3,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-letter-spacing': ['match', ['get', 'kind'], 'island', 0.1, 0.36],
      'text-size': byZoom(3, 11, 7, 14.5),
    },
  })
}

function peaks({ relief, halo }: Lettering, name: ExpressionSpecification) {
  return label({
    id: 'peak',
    kinds: ['peak'],
    ink: relief,
    halo,
    minzoom: 4,
    layout: {
      'text-field': ['format', '▲', { 'font-scale': 0.72 }, '\u2009', {}, name, {}],
      'text-font': serifFonts,
      'text-size': byZoom(4, 11, 8, 13.5),
      'text-anchor': 'left',
      'text-offset': [-0.4, 0],
    },
  })
}
