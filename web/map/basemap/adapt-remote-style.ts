import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapLanguage, Projection, StyleId } from '#web/map/state/map-store.ts'

export interface ProviderChoices {
  styleId: StyleId
  language: MapLanguage
  visibleRoad: boolean
  visiblePlaceLabel: boolean
  projection: Projection
}

/** The names of what is a provider's, so that they never are one of ours. */
export const providerPrefix = 'provider:'

/** Schemas name one language in several ways; the first a place has is shown. */
const nameFields: Record<MapLanguage, string[]> = {
  'zh-Hans': ['name:zh-Hans', 'name_zh-Hans', 'name:zh', 'name_zh', 'name'],
  'zh-Hant': ['name:zh-Hant', 'name_zh-Hant', 'name:zh', 'name_zh', 'name'],
  en: ['name:en', 'name_en', 'name:latin', 'name_int', 'name'],
  local: ['name'],
}

/** A remote style with whole addresses, names that never are one of ours, and the reader's switches turned. */
export function adaptRemoteStyle(
  remote: StyleSpecification,
  origin: string,
  choices: Omit<ProviderChoices, 'styleId' | 'projection'>,
): StyleSpecification {
  const { sprite, glyphs, sources, layers, ...rest } = remote
  const whole = (path: string) => (path.startsWith('/') ? origin + path : path)
  return {
    ...rest,
    ...(glyphs !== undefined && { glyphs: whole(glyphs) }),
    ...(sprite !== undefined && {
      sprite: typeof sprite === 'string' ? whole(sprite) : sprite.map(({ id, url }) => ({ id, url: whole(url) })),
    }),
    sources: Object.fromEntries(
      Object.entries(sources).map(([id, source]) => [providerPrefix + id, withWholeAddress(source, whole)]),
    ),
    layers: layers.map((layer) => adaptLayer(layer, choices)),
  }
}

/** Whether a style draws roads at all. */
export function hasRoads({ layers }: StyleSpecification): boolean {
  return layers.some(isRoad)
}

/** As the common schemas name them: OpenMapTiles, Mapbox and Protomaps, Shortbread. */
function isRoad(layer: LayerSpecification): boolean {
  return 'source-layer' in layer && /^(transportation|road|street)/i.test(layer['source-layer'] ?? '')
}

function withWholeAddress(source: SourceSpecification, whole: (path: string) => string): SourceSpecification {
  if ('tiles' in source && source.tiles !== undefined) return { ...source, tiles: source.tiles.map(whole) }
  if (source.type === 'geojson' && typeof source.data === 'string') return { ...source, data: whole(source.data) }
  return source
}

function adaptLayer(
  layer: LayerSpecification,
  { language, visibleRoad, visiblePlaceLabel }: Omit<ProviderChoices, 'styleId' | 'projection'>,
): LayerSpecification {
  const isHidden = (isRoad(layer) && !visibleRoad) || (layer.type === 'symbol' && !visiblePlaceLabel)
  const layout = {
    ...layer.layout,
    ...(layer.type === 'symbol' && showsName(layer.layout?.['text-field']) && { 'text-field': nameIn(language) }),
    ...(isHidden && { visibility: 'none' }),
  }
  const source = 'source' in layer ? { source: providerPrefix + layer.source } : {}
  return { ...layer, ...source, id: providerPrefix + layer.id, layout } as LayerSpecification
}

function nameIn(language: MapLanguage) {
  return ['coalesce', ...nameFields[language].map((field) => ['get', field])]
}

/** Whether a text is made from a name: by an expression, or by the older `{name:latin}`. Numbers of roads and houses are not. */
function showsName(text: unknown): boolean {
  if (typeof text === 'string') return /\{name[^}]*\}/.test(text)
  if (typeof text !== 'object' || text === null) return false
  if (Array.isArray(text) && text[0] === 'get') return /^name([:_]|$)/.test(String(text[1]))
  return Object.values(text).some(showsName)
}
