import type { ExpressionSpecification } from 'maplibre-gl'
import { byZoom } from './basemap-layers.ts'
import { boldSerif, italicSerif, label, minzoom } from './name-label.ts'
import type { LabelStyle } from './map-design.ts'
import { serifFonts } from '#web/map/layers/mark-layers.ts'

/**
 * Positions tried for a map label that collides with a mark; the map hides the label only if none of the positions is
 * free.
 */
const anchors: (string | [number, number])[] = ['center', [0, 0], 'top', [0, 1.1], 'bottom', [0, -1.1]]

/** English names of the very large countries, whose names may be drawn far from the middle of the country. */
export const greatCountries = [
  'Russia',
  'China',
  'Canada',
  'United States of America',
  'United States',
  'Brazil',
  'Australia',
]
/** Positions tried for the name of a very large country. */
const wideAnchors: typeof anchors = [
  ...anchors,
  'left',
  [2.2, 0],
  'right',
  [-2.2, 0],
  'left',
  [2.4, -2.2],
  'right',
  [-2.4, 2.2],
  'left',
  [2.4, 2.2],
  'right',
  [-2.4, -2.2],
]

export function continents(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'continent',
    kinds: ['continent'],
    ink: labelStyle.ink,
    maxzoom: 2.6,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.6,
      'text-size': byZoom(0, 12, 2.6, 17),
      'text-variable-anchor-offset': anchors,
    },
  })
}

export function oceans(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'ocean',
    kinds: ['ocean'],
    ink: labelStyle.water,
    halo: labelStyle.waterHalo,
    maxzoom: 5,
    layout: {
      'text-field': name,
      'text-font': italicSerif,
      'text-letter-spacing': 0.5,
      'text-size': byZoom(0, 12, 5, 22),
    },
  })
}

export function countries(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'country',
    kinds: ['country'],
    ink: labelStyle.ink,
    maxzoom: 7,
    layout: {
      'text-field': name,
      'text-font': boldSerif,
      'text-letter-spacing': 0.12,
      'text-size': byZoom(1, byImportance(14, 10), 6, byImportance(21, 14)),
      'text-variable-anchor-offset': [
        'match',
        ['get', 'en'],
        greatCountries,
        ['literal', wideAnchors],
        ['literal', anchors],
      ],
    },
  })
}

/**
 * Returns an expression for the text size of map labels in pixels: `first` for labels that appear from zoom 0, `last`
 * for labels that appear from zoom 4.
 */
function byImportance(first: number, last: number): ExpressionSpecification {
  return ['interpolate', ['linear'], minzoom, 0, first, 4, last]
}

export function provinces(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'province',
    kinds: ['province'],
    ink: labelStyle.province,
    minzoom: 4,
    maxzoom: 8,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-letter-spacing': 0.3,
      'text-size': byZoom(4, 11, 7, 15),
      'text-variable-anchor-offset': anchors,
    },
  })
}

export function waters(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'water',
    kinds: ['sea', 'lake', 'river'],
    ink: labelStyle.water,
    halo: labelStyle.waterHalo,
    layout: {
      'text-field': name,
      'text-font': italicSerif,
      'text-letter-spacing': ['match', ['get', 'kind'], 'sea', 0.3, 0.12],
      'text-size': byZoom(2, 11, 7, ['match', ['get', 'kind'], 'sea', 16, 13]),
    },
  })
}

export function landforms(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    id: 'landform',
    kinds: ['range', 'plateau', 'basin', 'plain', 'desert', 'island'],
    ink: labelStyle.relief,
    minzoom: 3,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-letter-spacing': ['match', ['get', 'kind'], 'island', 0.1, 0.36],
      'text-size': byZoom(3, 11, 7, 14.5),
    },
  })
}
