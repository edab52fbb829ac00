import type { Feature, Point } from 'geojson'
import { toTraditional } from './chinese-scripts.ts'

export type LabelKind =
  | ('continent' | 'ocean' | 'sea' | 'lake' | 'river' | 'range' | 'plateau' | 'basin' | 'plain' | 'desert')
  | ('island' | 'peak' | 'country' | 'province' | 'city')

/** Properties of one label in the map's vector tile layer `label`. */
interface LabelFacts {
  kind: LabelKind
  'zh-Hans': string
  'zh-Hant': string
  en: string
  /** Name of the place in the country's own language and writing system. */
  local: string
  /** Priority of the label when labels overlap on the map; the one with the lower rank is displayed. */
  rank: number
  minzoom: number
  /**
   * Type of capital that the city is: 2 for a national capital, 1 for the capital of a Chinese province, otherwise 0.
   */
  capital: 0 | 1 | 2
}
export type Label = Feature<Point, LabelFacts>

interface LabelParts {
  kind: LabelKind
  zh: string
  en: string
  local: string
  lng: number
  lat: number
  minzoom: number
  rank?: number
  capital?: 0 | 1 | 2
}

export function toLabel({ kind, zh, en, local, lng, lat, minzoom, rank, capital = 0 }: LabelParts): Label {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      kind,
      'zh-Hans': zh,
      'zh-Hant': toTraditional(zh),
      en,
      local,
      rank: rank ?? Math.round(minzoom * 100) - capital * 50,
      minzoom,
      capital,
    },
  }
}
