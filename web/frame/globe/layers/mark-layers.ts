import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { MapFilter } from '#web/frame/globe/state/map-address.ts'
import { limbOpacity } from './limb-opacity.ts'
import { bookImage, needleImage, numberInk, pinHeadImage } from './mark-images.ts'

/** Id of the map layer that draws the marks of books and videos; clicks on a mark are found by this layer. */
export const markLayer = 'mark'
export const sansFonts = [
  'PingFang SC',
  'Noto Sans SC',
  'Noto Sans CJK SC',
  'Source Han Sans SC',
  'Microsoft YaHei',
  'sans-serif',
]
export const serifFonts = [
  'Noto Serif SC',
  'Noto Serif CJK SC',
  'Source Han Serif SC',
  'Songti SC',
  'STSong',
  'SimSun',
  'serif',
]

/** Colours of the titles of books and videos beside their marks, and of the name beside the pin. */
export interface MarkTitleColours {
  titleInk: string
  titleHalo: string
}

const isCluster: ExpressionSpecification = ['has', 'count']
const isVideo: ExpressionSpecification = ['==', ['get', 'itemType'], 'video']
const count: ExpressionSpecification = ['get', 'count']
const countText: ExpressionSpecification = [
  'concat',
  [
    'case',
    ['>=', count, 10_000],
    ['concat', ['to-string', ['round', ['/', count, 10_000]]], '万'],
    ['to-string', count],
  ],
  // A plus sign after the number of a cluster means that the server has counted only some of its marks.
  ['case', ['has', 'isLowerBound'], '+', ''],
]

/**
 * Returns the query of the URL of map tiles that contain only the marks of a filter; empty for a filter without tags
 * and years.
 */
export function markQueryOf({ tags, ...years }: MapFilter): string {
  const fields = [...tags.map((tag) => ['tag', tag]), ...Object.entries(years).map(([name, year]) => [name, `${year}`])]
  return new URLSearchParams(fields).toString()
}

/** Returns the MapLibre source of the map tiles with marks of books. The server builds the tiles for the query. */
export function markSource(query: string): SourceSpecification {
  const address = `${location.origin}/tiles/mark/{z}/{x}/{y}`
  return { type: 'vector', tiles: [query === '' ? address : `${address}?${query}`], minzoom: 0, maxzoom: 16 }
}

/**
 * Offset of a map provider's coordinates against WGS-84, in pixels to the right and down at zoom 16. Tiles with marks
 * of books are in WGS-84.
 */
export type Shift = [x: number, y: number] | null

/**
 * Returns map paint properties that shift the marks to the coordinates of a map provider. The shift in pixels doubles
 * with every zoom level.
 */
function translation(shift: Shift) {
  if (shift === null) return { text: {}, icon: {} }
  const far = shift.map((pixels) => pixels / 2 ** 12)
  const byZoom = ['interpolate', ['exponential', 2], ['zoom'], 4, ['literal', far], 16, ['literal', shift]] as never
  return { text: { 'text-translate': byZoom }, icon: { 'icon-translate': byZoom } }
}

/**
 * Returns the map layers with the marks of books, except those of the place whose books are fanned out, if there is
 * one. The marks are symbols and not circles, so that MapLibre hides marks that overlap near the edge of the globe and
 * keeps place names away from marks.
 */
export function markLayers(
  colours: MarkTitleColours,
  shift: Shift,
  fannedPlaceId: string | null,
): LayerSpecification[] {
  const translate = translation(shift)
  const isElsewhere: ExpressionSpecification = ['!=', ['get', 'placeId'], fannedPlaceId ?? '']
  return [
    titleLayer(colours, translate.text, isElsewhere),
    {
      id: markLayer,
      type: 'symbol',
      source: 'mark',
      'source-layer': 'mark',
      filter: isElsewhere,
      layout: {
        'symbol-sort-key': ['case', isCluster, ['-', 0, count], 0],
        'icon-image': [
          'case',
          isCluster,
          ['step', count, 'mark-1', 10, 'mark-2', 100, 'mark-3', 1000, 'mark-4'],
          isVideo,
          'mark-video',
          ['concat', bookImage, ['coalesce', ['get', 'sketch'], '']],
        ],
        // At low zoom the globe draws the marks closer together than the tiles do, so the icons are smaller.
        'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.8, 5, 1],
        'icon-padding': 0,
        'text-field': ['case', isCluster, countText, ''],
        'text-font': ['bold', ...sansFonts],
        'text-size': ['case', isCluster, ['step', count, 12, 10, 13, 1000, 14], 12],
        'text-padding': 0,
        // The number is in the middle of the cover, beside its spine.
        'text-offset': [0.16, 0.04],
      },
      paint: {
        'text-color': numberInk,
        'text-opacity': limbOpacity,
        'icon-opacity': limbOpacity,
        ...translate.text,
        ...translate.icon,
      },
    },
  ]
}

/** Returns the layer with the titles of the books and videos that have a mark of their own. */
function titleLayer(
  { titleInk, titleHalo }: MarkTitleColours,
  translate: object,
  isElsewhere: ExpressionSpecification,
): LayerSpecification {
  return {
    id: 'mark-title',
    type: 'symbol',
    source: 'mark',
    'source-layer': 'mark',
    minzoom: 4.5,
    filter: ['all', ['!', isCluster], isElsewhere],
    layout: {
      'text-field': ['case', isVideo, ['get', 'title'], ['concat', '《', ['get', 'title'], '》']],
      'text-font': serifFonts,
      'text-size': 13,
      'text-max-width': 9,
      'text-variable-anchor-offset': ['top', [0, 1.3], 'right', [-1.4, 0], 'left', [1.4, 0]],
      'text-justify': 'auto',
    },
    paint: { 'text-color': titleInk, 'text-halo-color': titleHalo, 'text-halo-width': 1.4, ...translate },
  }
}

/** The place of the current card: its point and its name. */
export interface CurrentPlace {
  point: [lng: number, lat: number]
  name: string
  /** The angle in degrees by which the pin is turned (see `usePinTurn`). */
  turn?: number
}

/** Returns the MapLibre source of the pin that shows the place of the current card; it is empty if there is none. */
export function currentSource(current: CurrentPlace | null): SourceSpecification {
  const features = (current === null ? [] : [current]).map(({ point, name, turn = 0 }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: point },
    properties: { name, turn },
  }))
  return { type: 'geojson', data: { type: 'FeatureCollection', features } }
}

/** The positions tried for the name of the current place: beside its point, and farther away beside a mark there. */
const pinNameAnchors: (string | [number, number])[] = [0.7, 1.7].flatMap((away) => [
  'left',
  [away, 0],
  'right',
  [-away, 0],
  'top',
  [0, away - 0.1],
])

/**
 * Returns the layer with the name of the place of the current card. The name stands where it covers no mark, at one of
 * the sides of the pin or, if all are taken, to the right of it. The map hides the same name of the basemap.
 */
export function pinNameLayer({ titleInk, titleHalo }: MarkTitleColours): LayerSpecification {
  return {
    id: 'pin-name',
    type: 'symbol',
    source: 'current',
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['bold', ...sansFonts],
      'text-size': 14,
      'text-variable-anchor-offset': pinNameAnchors,
      'text-justify': 'auto',
      'text-allow-overlap': true,
    },
    paint: { 'text-color': titleInk, 'text-halo-color': titleHalo, 'text-halo-width': 1.8 },
  }
}

/**
 * The layers of the pin that shows the place of the current card. The needle lies below the marks and the head above
 * them, so that the pin stands behind the mark of its place and hides neither its cover nor its number.
 */
export const [needleLayer, pinHeadLayer] = [needleImage, pinHeadImage].map((image): LayerSpecification => ({
  id: image,
  type: 'symbol',
  source: 'current',
  layout: {
    'icon-image': image,
    'icon-rotate': ['get', 'turn'],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
})) as [LayerSpecification, LayerSpecification]
