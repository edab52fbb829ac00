import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { byZoom } from './basemap-layers.ts'
import { label } from './name-label.ts'
import type { LabelStyle } from './map-design.ts'
import { sansFonts, serifFonts } from '#web/frame/globe/layers/mark-layers.ts'

const isNationalCapital: ExpressionSpecification = ['==', ['get', 'capital'], 2]
/**
 * Positions tried for the label of a dot on the map: next to the dot, then farther above or below it where a mark
 * covers the dot.
 */
const dotAnchors: (string | [number, number])[] = [
  'left',
  [0.6, 0],
  'right',
  [-0.6, 0],
  'top',
  [0, 0.5],
  'bottom',
  [0, -0.5],
  'bottom',
  [0, -1.9],
  'top',
  [0, 1.9],
]
const dotLayout: SymbolLayerSpecification['layout'] = {
  'text-variable-anchor-offset': dotAnchors,
  'text-justify': 'auto',
  'text-max-width': 10,
  'icon-padding': 1,
  // From zoom 4 a city whose dot is covered by a mark still shows its name.
  'icon-optional': ['step', ['zoom'], false, 4, true],
}

export function cities(labelStyle: LabelStyle, name: ExpressionSpecification) {
  const size = (plain: number, provincial: number): ExpressionSpecification => [
    'step',
    ['get', 'capital'],
    plain,
    1,
    provincial,
  ]
  return label(labelStyle, {
    id: 'city',
    kinds: ['city'],
    filter: ['!', isNationalCapital],
    ink: labelStyle.city,
    minzoom: 2,
    layout: {
      ...dotLayout,
      'text-field': name,
      'text-font': cityFonts(labelStyle),
      'text-size': byZoom(3, size(10.5, 11.5), 7, size(12.5, 14.5), 11, 17),
      'icon-image': 'city',
      'icon-size': byZoom(3, 0.75, 7, 1),
    },
  })
}

export function capitals(labelStyle: LabelStyle, name: ExpressionSpecification) {
  const { capitalColour } = labelStyle
  return label(labelStyle, {
    id: 'capital',
    kinds: ['city'],
    filter: isNationalCapital,
    ink: labelStyle.city,
    minzoom: 2,
    layout: {
      'text-font': ['bold', ...cityFonts(labelStyle)],
      'text-size': byZoom(2, 11, 7, 15, 11, 19),
      ...(capitalColour === undefined
        ? dotLabelLayout(name)
        : signLabelLayout('■', name, { 'text-color': capitalColour, 'font-scale': 0.7 })),
    },
  })
}

export function peaks(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'peak',
    kinds: ['peak'],
    ink: labelStyle.relief,
    minzoom: 4,
    layout: {
      'text-font': serifFonts,
      'text-size': byZoom(4, 11, 8, 13.5),
      ...signLabelLayout('▲', name, { 'font-scale': 0.72 }),
    },
  })
}

function cityFonts({ allSerif }: LabelStyle) {
  return allSerif ? serifFonts : sansFonts
}

function dotLabelLayout(name: ExpressionSpecification): SymbolLayerSpecification['layout'] {
  return { ...dotLayout, 'text-field': name, 'icon-image': 'city-capital', 'icon-size': byZoom(2, 0.7, 6, 1) }
}

/**
 * Returns the layout of a map label whose sign, such as a triangle for a peak, is a character of the text. The sign
 * then needs no image in each colour.
 */
function signLabelLayout(
  sign: string,
  name: ExpressionSpecification,
  format: { 'text-color'?: string; 'font-scale': number },
): SymbolLayerSpecification['layout'] {
  return {
    'text-field': ['format', sign, format, '\u2009', {}, name, {}],
    'text-anchor': 'left',
    'text-offset': [-0.4, 0],
    'text-max-width': 12,
  }
}
