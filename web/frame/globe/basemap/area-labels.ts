import type { ExpressionSpecification } from 'maplibre-gl'
import { byZoom } from './basemap-layers.ts'
import { boldSerif, italicSerif, label, minzoom } from './name-label.ts'
import type { LabelStyle } from './map-design.ts'
import { serifFonts } from '#web/frame/globe/layers/mark-layers.ts'

/**
 * Positions tried for a map label that collides with a mark; the map hides the label only if none of the positions is
 * free.
 */
const anchors: (string | [number, number])[] = ['center', [0, 0], 'top', [0, 1.1], 'bottom', [0, -1.1]]

/** The largest distances of the name of a large country from the middle of the country, as shares of a distance. */
interface Reach {
  west: number
  east: number
  north: number
}

/** A country that reaches far to the west and the east. */
const wide: Reach = { west: 1, east: 1, north: 0.5 }
const wideAndHigh: Reach = { west: 1.4, east: 1.4, north: 0.8 }
const reaches: Record<string, Reach> = {
  Russia: wideAndHigh,
  China: wide,
  Canada: wideAndHigh,
  'United States of America': wideAndHigh,
  'United States': wideAndHigh,
  Brazil: { west: 0.6, east: 0.6, north: 0.6 },
  Australia: { west: 0.8, east: 0.8, north: 0.5 },
  India: { west: 0.5, east: 0.5, north: 0.7 },
  // The name of Japan may stand in the ocean to the east.
  Japan: { west: 0, east: 1.6, north: 1 },
}
/** English names of the large countries, whose names may be drawn far from the middle of the country. */
export const greatCountries = Object.keys(reaches)

/**
 * The greatest distances of the name of a large country from the middle of the country, relative to the text size:
 * below zoom 1, below zoom 2, and beyond.
 */
const [far, nearer, near] = [2, 3, 4.2]

/**
 * Returns how far from the middle of a large country its name mostly extends to the sides, in pixels. Positions that
 * are farther away are rarely needed.
 */
export function largeNameReach(country: string, zoom: number): number {
  const { west, east } = reaches[country] ?? wide
  const distance = zoom < 1 ? far : zoom < 2 ? nearer : near
  return Math.min(1, Math.max(west, east)) * distance * 15 + 26
}

/** The distance between two positions that are tried for the name of a large country, relative to the text size. */
const gridStep = 0.7

/** Returns the positions tried for the name of a large country, the nearest to its middle first, and then `anchors`. */
function anchorsWithin({ west, east, north }: Reach, distance: number): typeof anchors {
  const steps = (from: number, to: number) =>
    Array.from({ length: Math.floor((to + from) / gridStep) + 1 }, (_, step) => step * gridStep - from)
  return steps(north * distance, north * distance)
    .flatMap((y) => steps(west * distance, east * distance).map((x): [number, number] => [x, y]))
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
    .flatMap((offset) => ['center', offset])
}

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

const isGreat: ExpressionSpecification = ['in', ['get', 'en'], ['literal', greatCountries]]

export function countries(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return label(labelStyle, {
    ...countryParts(labelStyle, name),
    id: 'country',
    filter: ['!', isGreat],
  })
}

/** The names of the large countries, which have more positions and less space around them than other names. */
export function largeCountries(labelStyle: LabelStyle, name: ExpressionSpecification) {
  const { layout, ...parts } = countryParts(labelStyle, name)
  const within = (distance: number) => [
    'match',
    ['get', 'en'],
    ...Object.entries(reaches).flatMap(([country, reach]) => [country, ['literal', anchorsWithin(reach, distance)]]),
    ['literal', anchors],
  ]
  return label(labelStyle, {
    ...parts,
    id: 'large-country',
    filter: isGreat,
    isAlwaysShown: true,
    layout: {
      ...layout,
      'text-padding': 2,
      // The closer the map, the farther a name may be from the middle of its country. MapLibre evaluates the positions
      // only at whole levels of zoom.
      'text-variable-anchor-offset': ['step', ['zoom'], within(far), 1, within(nearer), 2, within(near)] as never,
    },
  })
}

function countryParts(labelStyle: LabelStyle, name: ExpressionSpecification) {
  return {
    kinds: ['country'],
    ink: labelStyle.ink,
    maxzoom: 7,
    layout: {
      'text-field': name,
      'text-font': boldSerif,
      'text-letter-spacing': 0.12,
      'text-size': byZoom(1, byImportance(14, 10), 6, byImportance(21, 14)),
      'text-variable-anchor-offset': anchors,
    },
  }
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
