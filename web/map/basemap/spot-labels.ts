import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { byZoom } from './basemap-layers.ts'
import { label } from './name-label.ts'
import type { Lettering } from './map-design.ts'
import { sansFonts, serifFonts } from '#web/map/layers/mark-layers.ts'

const isNationalCapital: ExpressionSpecification = ['==', ['get', 'capital'], 2]
/** Next to the dot; or farther above or below, where a mark stands on the same spot. */
const aroundDot: (string | [number, number])[] = [
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
const besideDot: SymbolLayerSpecification['layout'] = {
  'text-variable-anchor-offset': aroundDot,
  'text-justify': 'auto',
  'text-max-width': 10,
  'icon-padding': 1,
  // Where a mark covers the dot, the name still says where it is.
  'icon-optional': ['step', ['zoom'], false, 4, true],
}

export function cities(lettering: Lettering, name: ExpressionSpecification) {
  const size = (plain: number, provincial: number): ExpressionSpecification => [
    'step',
    ['get', 'capital'],
    plain,
    1,
    provincial,
  ]
  return label(lettering, {
    id: 'city',
    kinds: ['city'],
    filter: ['!', isNationalCapital],
    ink: lettering.city,
    minzoom: 2,
    layout: {
      ...besideDot,
      'text-field': name,
      'text-font': cityFonts(lettering),
      'text-size': byZoom(3, size(10.5, 11.5), 7, size(12.5, 14.5), 11, 17),
      'icon-image': 'city',
      'icon-size': byZoom(3, 0.75, 7, 1),
    },
  })
}

export function capitals(lettering: Lettering, name: ExpressionSpecification) {
  const { seal } = lettering
  return label(lettering, {
    id: 'capital',
    kinds: ['city'],
    filter: isNationalCapital,
    ink: lettering.city,
    minzoom: 2,
    layout: {
      'text-font': ['bold', ...cityFonts(lettering)],
      'text-size': byZoom(2, 11, 7, 15, 11, 19),
      ...(seal === undefined ? besideItsDot(name) : behindSign('■', name, { 'text-color': seal, 'font-scale': 0.7 })),
    },
  })
}

export function peaks(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'peak',
    kinds: ['peak'],
    ink: lettering.relief,
    minzoom: 4,
    layout: {
      'text-font': serifFonts,
      'text-size': byZoom(4, 11, 8, 13.5),
      ...behindSign('▲', name, { 'font-scale': 0.72 }),
    },
  })
}

function cityFonts({ allSerif }: Lettering) {
  return allSerif ? serifFonts : sansFonts
}

function besideItsDot(name: ExpressionSpecification): SymbolLayerSpecification['layout'] {
  return { ...besideDot, 'text-field': name, 'icon-image': 'city-capital', 'icon-size': byZoom(2, 0.7, 6, 1) }
}

/** The sign is a letter of the name, which stands on the spot: so it has the style's colour without a picture of its own. */
function behindSign(
  sign: string,
  name: ExpressionSpecification,
  look: { 'text-color'?: string; 'font-scale': number },
): SymbolLayerSpecification['layout'] {
  return {
    'text-field': ['format', sign, look, '\u2009', {}, name, {}],
    'text-anchor': 'left',
    'text-offset': [-0.4, 0],
    'text-max-width': 12,
  }
}
