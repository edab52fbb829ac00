import { ProviderError, type Target } from './fetch-from-provider.ts'
import { isTemplate, isWebAddress } from './provider-address.ts'
import { DataSource, type StyleLayer, StyleShape, TileJson, TileSource } from './provider-style-shape.ts'

/**
 * The provider's map style as it is sent to pages of this site, and the provider URLs that it named. The site fetches
 * no other URLs.
 */
export interface ProviderStyle {
  document: string
  tiles: Map<string, Tiles>
  data: Map<string, Target>
  sprites: Target[]
  glyphs: Target | null
  fonts: Set<string>
}
interface Tiles extends Target {
  isPicture: boolean
  minZoom: number
  maxZoom: number
}

interface StyleContext {
  styleUrl: string
  /**
   * The version of the map provider's configuration, which is a part of the URLs in the style, so that a changed
   * configuration changes the URLs.
   */
  version: string
  readJson(name: string, target: Target): Promise<unknown>
}

/**
 * Reads the map style and the tile description of each of its sources. Unsupported sources and their layers are left
 * out. Throws a `ProviderError`.
 */
export async function readStyle(context: StyleContext): Promise<ProviderStyle> {
  const parsed = StyleShape.safeParse(await context.readJson('style', targetOf(context.styleUrl, context)))
  if (!parsed.success) throw new ProviderError('has an invalid style')
  const { sprite, glyphs, sources, layers, ...rest } = parsed.data
  const style: ProviderStyle = {
    document: '',
    tiles: new Map(),
    data: new Map(),
    sprites: (typeof sprite === 'string' ? [sprite] : (sprite ?? []).map(({ url }) => url)).map((url) =>
      targetOf(url, context),
    ),
    glyphs: glyphs === undefined ? null : targetOf(glyphs, context),
    fonts: new Set(['Open Sans Regular', 'Arial Unicode MS Regular', ...layers.flatMap(fontsOf)]),
  }
  const read = await Promise.all(
    Object.entries(sources).map(async ([id, source]) => [id, await readSource(id, source, style, context)] as const),
  )
  const known = Object.fromEntries(read.filter(([, source]) => source !== null))
  const document = {
    ...rest,
    ...(sprite !== undefined && { sprite: spritesOf(sprite) }),
    ...(glyphs !== undefined && { glyphs: '/map-provider/glyphs/{fontstack}/{range}' }),
    sources: known,
    layers: layers
      .filter(({ source }) => source === undefined || Object.hasOwn(known, source))
      .map(({ metadata: _, ...layer }) => layer),
  }
  return { ...style, document: withoutSecrets(JSON.stringify(document), targetsOf(style, context)) }
}

async function readSource(
  id: string,
  source: unknown,
  style: ProviderStyle,
  context: StyleContext,
): Promise<object | null> {
  const data = DataSource.safeParse(source)
  if (data.success) return readData(id, data.data, style, context)
  const parsed = TileSource.safeParse(source)
  if (!parsed.success) return null
  const { url, tiles, ...facts } = parsed.data
  const named = url === undefined ? { tiles: tiles ?? [] } : await readTileJson(id, url, context)
  const [template] = named.tiles.map((url) => targetOf(url, context)).filter((target) => isTemplate(target.url))
  if (template === undefined) throw new ProviderError('has a tile source without a usable address')
  const whole = {
    ...named,
    ...withoutUndefined(facts),
    tiles: [`/map-provider/tile/${encodeURIComponent(id)}/{z}/{x}/{y}?v=${context.version}`],
  }
  style.tiles.set(id, {
    ...template,
    isPicture: facts.type !== 'vector',
    minZoom: whole.minzoom ?? 0,
    maxZoom: whole.maxzoom ?? 22,
  })
  return whole
}

async function readTileJson(id: string, url: string, context: StyleContext): Promise<TileJson> {
  const target = targetOf(url, context)
  const parsed = TileJson.safeParse(await context.readJson(`tiles of ${id}`, target))
  if (!parsed.success) throw new ProviderError('has an invalid TileJSON')
  return { ...parsed.data, tiles: parsed.data.tiles.map((tiles) => absolute(tiles, target.url)) }
}

function readData(id: string, source: DataSource, style: ProviderStyle, context: StyleContext) {
  if (typeof source.data !== 'string') return source
  style.data.set(id, targetOf(source.data, context))
  return { ...source, data: `/map-provider/data/${encodeURIComponent(id)}?v=${context.version}` }
}

function spritesOf(sprite: string | { id: string }[]) {
  const spritePath = (at: number) => `/map-provider/sprite/${at}`
  return typeof sprite === 'string' ? spritePath(0) : sprite.map(({ id }, at) => ({ id, url: spritePath(at) }))
}

/** Returns the names of all fonts that a layer of a map style may use, including those inside expressions. */
function fontsOf(layer: StyleLayer): string[] {
  const { 'text-font': font } = (layer['layout'] ?? {}) as { 'text-font'?: unknown }
  return stringsIn(font)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/**
 * Resolves a URL in a map style. Only the host of the style itself, which the operator configured, may be in a private
 * network.
 */
function targetOf(url: string, { styleUrl }: StyleContext): Target {
  const whole = absolute(url, styleUrl)
  if (!isWebAddress(withoutPlaceholders(whole))) throw new ProviderError('names an address that is not http or https')
  return { url: whole, mayBePrivate: new URL(withoutPlaceholders(whole)).host === new URL(styleUrl).host }
}

function absolute(url: string, base: string): string {
  if (/^[a-z]+:\/\//i.test(url)) return url
  return (URL.parse(url, base)?.href ?? url).replace(/%7B/gi, '{').replace(/%7D/gi, '}')
}

function withoutPlaceholders(url: string) {
  return url.replace(/\{[^}]*\}/g, '0')
}

function withoutUndefined<T extends object>(facts: T): T {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T
}

function targetsOf({ tiles, data, sprites, glyphs }: ProviderStyle, { styleUrl }: StyleContext): string[] {
  const targets = [...tiles.values(), ...data.values(), ...sprites, ...(glyphs === null ? [] : [glyphs])]
  return [styleUrl, ...targets.map(({ url }) => url)]
}

/**
 * Removes API keys from the text of a map style. All URLs have been replaced already, but a provider may repeat its key
 * in an attribution or in data.
 */
function withoutSecrets(text: string, urls: string[]): string {
  const secrets = urls.flatMap((url) =>
    [...new URL(withoutPlaceholders(url)).searchParams]
      .filter(([name, value]) => value.length >= 16 || (value.length > 3 && /key|token|secret|sign|^tk$/i.test(name)))
      .map(([, value]) => value),
  )
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text)
}
