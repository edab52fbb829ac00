import { createHash } from 'node:crypto'
import type { MapProvider } from '#shared/api/site.ts'
import { type TilePosition, fillTemplate } from './provider-address.ts'

/**
 * The external map that the operator configured. Only `facts` may be sent to pages, because the URLs contain the API
 * key.
 */
export interface ProviderSource {
  facts: MapProvider
  /** The URL of the map provider's style; null if the provider serves images instead of vector tiles. */
  styleUrl: string | null
  /** Maps the name of an image layer to its tile URL with `{z}`, `{x}` and `{y}`. */
  templates: Record<string, string>
  /** The timeout of a request to the map provider in milliseconds. */
  timeoutMs: number
}

interface ProviderVariables {
  MAP_STYLE_URL?: string | undefined
  MAP_RASTER_URLS?: string[] | undefined
  MAP_TIANDITU_KEY?: string | undefined
  MAP_PROVIDER_NAME: string
  MAP_ATTRIBUTION: string
  MAP_CRS: 'wgs84' | 'gcj02'
  MAP_MAX_ZOOM: number
}

/** Returns the map provider that the operator configured, or null if there is none. */
export function toProviderSource(env: ProviderVariables): ProviderSource | null {
  if (env.MAP_STYLE_URL !== undefined) return sourceOf(env, { styleUrl: env.MAP_STYLE_URL })
  if (env.MAP_TIANDITU_KEY !== undefined) return tianditu(env, env.MAP_TIANDITU_KEY)
  if (env.MAP_RASTER_URLS === undefined) return null
  const templates = Object.fromEntries(env.MAP_RASTER_URLS.map((template, at) => [`map-${at + 1}`, template]))
  return sourceOf(env, { templates, map: Object.keys(templates) })
}

/**
 * Returns the URLs and facts of the map provider 天地图: a map and satellite images, each with a separate layer of labels.
 * Its coordinate system CGCS2000 equals WGS-84 within a metre.
 */
function tianditu(env: ProviderVariables, key: string): ProviderSource {
  const template = (layer: string) =>
    `https://t{0-7}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default` +
    `&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${key}`
  const named = {
    ...env,
    MAP_PROVIDER_NAME: env.MAP_PROVIDER_NAME || '天地图',
    MAP_ATTRIBUTION: env.MAP_ATTRIBUTION || '天地图 · 国家基础地理信息中心',
    MAP_CRS: 'wgs84',
  } as const
  const layers = { map: ['vec', 'cva'], satellite: ['img', 'cia'] }
  const templates = Object.fromEntries(
    Object.values(layers).flatMap((names) => names.map((name) => [name, template(name)])),
  )
  return sourceOf(named, { templates, ...layers })
}

interface SourceOptions {
  styleUrl?: string
  templates?: Record<string, string>
  map?: string[]
  satellite?: string[]
}

function sourceOf(
  env: ProviderVariables,
  { styleUrl, templates = {}, map = [], satellite = [] }: SourceOptions,
): ProviderSource {
  const name = env.MAP_PROVIDER_NAME || '外部地图'
  const publicFacts = {
    kind: styleUrl === undefined ? ('raster' as const) : ('style' as const),
    name,
    attribution: env.MAP_ATTRIBUTION || (styleUrl === undefined ? name : ''),
    crs: env.MAP_CRS,
    maxZoom: env.MAP_MAX_ZOOM,
    layers: { map, satellite },
  }
  const addresses = Object.values(templates).map((template) => fillTemplate(template, origin))
  const version = versionOf([
    publicFacts,
    ...[...addresses, ...(styleUrl === undefined ? [] : [styleUrl])].map(withoutQuery),
  ])
  return { facts: { ...publicFacts, version }, styleUrl: styleUrl ?? null, templates, timeoutMs: 8000 }
}

const origin: TilePosition = { z: 0, x: 0, y: 0 }

/**
 * Removes the query of a provider URL before the version that pages see is computed from the URL. The query may contain
 * the API key, and the version must not depend on it.
 */
function withoutQuery(url: string) {
  const parsed = new URL(url)
  return parsed.origin + parsed.pathname
}

function versionOf(parts: unknown) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8)
}
