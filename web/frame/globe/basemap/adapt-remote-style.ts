import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapLanguage, Projection, StyleId } from '#web/frame/globe/state/map-store.ts'

export interface ProviderChoices {
  styleId: StyleId
  language: MapLanguage
  visibleRoad: boolean
  visiblePlaceLabel: boolean
  projection: Projection
}

/**
 * Prefix of the ids of the layers and sources in a map provider's style, so that they never collide with the site's
 * own.
 */
export const providerPrefix = 'provider:'

/**
 * Feature properties that hold a name in each language, in all common tile schemas; the map shows the first property
 * that a place has.
 */
const nameFields: Record<MapLanguage, string[]> = {
  'zh-Hans': ['name:zh-Hans', 'name_zh-Hans', 'name:zh', 'name_zh', 'name'],
  'zh-Hant': ['name:zh-Hant', 'name_zh-Hant', 'name:zh', 'name_zh', 'name'],
  en: ['name:en', 'name_en', 'name:latin', 'name_int', 'name'],
  local: ['name'],
}

/**
 * Returns a map provider's style with absolute URLs and prefixed ids, in the language and with the layers that the user
 * chose.
 */
export function adaptRemoteStyle(
  remote: StyleSpecification,
  origin: string,
  choices: Omit<ProviderChoices, 'styleId' | 'projection'>,
): StyleSpecification {
  const { sprite, glyphs, sources, layers, ...rest } = remote
  const toAbsolute = (path: string) => (path.startsWith('/') ? origin + path : path)
  return {
    ...rest,
    ...(glyphs !== undefined && { glyphs: toAbsolute(glyphs) }),
    ...(sprite !== undefined && {
      sprite:
        typeof sprite === 'string' ? toAbsolute(sprite) : sprite.map(({ id, url }) => ({ id, url: toAbsolute(url) })),
    }),
    sources: Object.fromEntries(
      Object.entries(sources).map(([id, source]) => [providerPrefix + id, withAbsoluteUrls(source, toAbsolute)]),
    ),
    layers: layers.map((layer) => adaptLayer(layer, choices)),
  }
}

/** Returns whether a map style has a layer of roads. */
export function hasRoads({ layers }: StyleSpecification): boolean {
  return layers.some(isRoad)
}

/**
 * Recognizes a layer of roads by the source layers of the common schemas: OpenMapTiles, Mapbox, Protomaps and
 * Shortbread.
 */
function isRoad(layer: LayerSpecification): boolean {
  return 'source-layer' in layer && /^(transportation|road|street)/i.test(layer['source-layer'] ?? '')
}

function withAbsoluteUrls(source: SourceSpecification, toAbsolute: (path: string) => string): SourceSpecification {
  if ('tiles' in source && source.tiles !== undefined) return { ...source, tiles: source.tiles.map(toAbsolute) }
  if (source.type === 'geojson' && typeof source.data === 'string') return { ...source, data: toAbsolute(source.data) }
  return source
}

function adaptLayer(
  layer: LayerSpecification,
  { language, visibleRoad, visiblePlaceLabel }: Omit<ProviderChoices, 'styleId' | 'projection'>,
): LayerSpecification {
  const isHidden = (isRoad(layer) && !visibleRoad) || (layer.type === 'symbol' && !visiblePlaceLabel)
  const layout = {
    ...layer.layout,
    ...(layer.type === 'symbol' &&
      showsName(layer.layout?.['text-field']) && { 'text-field': nameExpression(language) }),
    ...(isHidden && { visibility: 'none' }),
  }
  const source = 'source' in layer ? { source: providerPrefix + layer.source } : {}
  return { ...layer, ...source, id: providerPrefix + layer.id, layout } as LayerSpecification
}

function nameExpression(language: MapLanguage) {
  return ['coalesce', ...nameFields[language].map((field) => ['get', field])]
}

/**
 * Returns whether a label's text contains a name: as a MapLibre expression, or as a placeholder of the older style
 * format, such as `{name:latin}`. Numbers of roads and houses are not names.
 */
function showsName(text: unknown): boolean {
  if (typeof text === 'string') return /\{name[^}]*\}/.test(text)
  if (typeof text !== 'object' || text === null) return false
  if (Array.isArray(text) && text[0] === 'get') return /^name([:_]|$)/.test(String(text[1]))
  return Object.values(text).some(showsName)
}
