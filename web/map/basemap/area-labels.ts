import type { ExpressionSpecification } from 'maplibre-gl'
import { byZoom } from './basemap-layers.ts'
import { boldSerif, italicSerif, label, minzoom } from './name-label.ts'
import type { Lettering } from './map-design.ts'
import { serifFonts } from '#web/map/layers/mark-layers.ts'

/** Marks have the right of way: a name steps aside before it gives way. */
const aside: (string | [number, number])[] = ['center', [0, 0], 'top', [0, 1.1], 'bottom', [0, -1.1]]

export function continents(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'continent',
    kinds: ['continent'],
    ink: lettering.ink,
    maxzoom: 2.6,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.6,
      'text-size': byZoom(0, 12, 2.6, 17),
      'text-variable-anchor-offset': aside,
    },
  })
}

export function oceans(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'ocean',
    kinds: ['ocean'],
    ink: lettering.water,
    halo: lettering.waterHalo,
    maxzoom: 5,
    layout: {
      'text-field': name,
      'text-font': italicSerif,
      'text-letter-spacing': 0.5,
      'text-size': byZoom(0, 12, 5, 22),
    },
  })
}

export function countries(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'country',
    kinds: ['country'],
    ink: lettering.ink,
    maxzoom: 7,
    layout: {
      'text-field': name,
      'text-font': boldSerif,
      'text-letter-spacing': 0.12,
      'text-size': byZoom(1, byImportance(14, 10), 6, byImportance(21, 14)),
      'text-variable-anchor-offset': aside,
    },
  })
}

/** Larger for what comes up earlier. */
function byImportance(first: number, last: number): ExpressionSpecification {
  return ['interpolate', ['linear'], minzoom, 0, first, 4, last]
}

export function provinces(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'province',
    kinds: ['province'],
    ink: lettering.province,
    minzoom: 4,
    maxzoom: 8,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-letter-spacing': 0.3,
      'text-size': byZoom(4, 11, 7, 15),
      'text-variable-anchor-offset': aside,
    },
  })
}

export function waters(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'water',
    kinds: ['sea', 'lake', 'river'],
    ink: lettering.water,
    halo: lettering.waterHalo,
    layout: {
      'text-field': name,
      'text-font': italicSerif,
      'text-letter-spacing': ['match', ['get', 'kind'], 'sea', 0.3, 0.12],
      'text-size': byZoom(2, 11, 7, ['match', ['get', 'kind'], 'sea', 16, 13]),
    },
  })
}

export function landforms(lettering: Lettering, name: ExpressionSpecification) {
  return label(lettering, {
    id: 'landform',
    kinds: ['range', 'plateau', 'basin', 'plain', 'desert', 'island'],
    ink: lettering.relief,
    minzoom: 3,
    layout: {
      'text-field': name,
      'text-font': serifFonts,
      'text-letter-spacing': ['match', ['get', 'kind'], 'island', 0.1, 0.36],
      'text-size': byZoom(3, 11, 7, 14.5),
    },
  })
}
