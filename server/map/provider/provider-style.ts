import { ProviderError, type Target } from './fetch-from-provider.ts'
import { isTemplate, isWebAddress } from './provider-address.ts'
import { DataSource, type StyleLayer, StyleShape, TileJson, TileSource } from './provider-style-shape.ts'

/** A remote style as our pages get it, and the addresses it named, which are the only ones ever fetched for it. */
export interface ProviderStyle {
  document: string
  tiles: Map<string, Tiles>
  data: Map<string, Target>
  sprites: Target[]
  glyphs: Target | null
  fonts: Set<string>
}
export interface Tiles extends Target {
  isPicture: boolean
  minZoom: number
  maxZoom: number
}

interface Reading {
  styleUrl: string
  /** Stands in the addresses of ours. */
  version: string
  readJson(name: string, target: Target): Promise<unknown>
}

/** Reads a style, and for each source what tiles it has; sources and layers that we could not show are left out. */
export async function readStyle(reading: Reading): Promise<ProviderStyle> {
  const parsed = StyleShape.safeParse(await reading.readJson('style', targetOf(reading.styleUrl, reading)))
  if (!parsed.success) throw new ProviderError('has a style that is none')
  const { sprite, glyphs, sources, layers, ...rest } = parsed.data
  const style: ProviderStyle = {
    document: '',
    tiles: new Map(),
    data: new Map(),
    sprites: (typeof sprite === 'string' ? [sprite] : (sprite ?? []).map(({ url }) => url)).map((url) =>
      targetOf(url, reading),
    ),
    glyphs: glyphs === undefined ? null : targetOf(glyphs, reading),
    fonts: new Set(['Open Sans Regular', 'Arial Unicode MS Regular', ...layers.flatMap(fontsOf)]),
  }
  const read = await Promise.all(
    Object.entries(sources).map(async ([id, source]) => [id, await readSource(id, source, style, reading)] as const),
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
  return { ...style, document: withoutSecrets(JSON.stringify(document), targetsOf(style, reading)) }
}

async function readSource(id: string, source: unknown, style: ProviderStyle, reading: Reading): Promise<object | null> {
  const data = DataSource.safeParse(source)
  if (data.success) return readData(id, data.data, style, reading)
  const given = TileSource.safeParse(source)
  if (!given.success) return null
  const { url, tiles, ...facts } = given.data
  const named = url === undefined ? { tiles: tiles ?? [] } : await readTileJson(id, url, reading)
  const [template] = named.tiles.map((one) => targetOf(one, reading)).filter((one) => isTemplate(one.url))
  if (template === undefined) throw new ProviderError('names tiles we cannot find the address of')
  const whole = {
    ...named,
    ...withoutUndefined(facts),
    tiles: [`/map-provider/tile/${encodeURIComponent(id)}/{z}/{x}/{y}?v=${reading.version}`],
  }
  style.tiles.set(id, {
    ...template,
    isPicture: facts.type !== 'vector',
    minZoom: whole.minzoom ?? 0,
    maxZoom: whole.maxzoom ?? 22,
  })
  return whole
}

async function readTileJson(id: string, url: string, reading: Reading): Promise<TileJson> {
  const target = targetOf(url, reading)
  const parsed = TileJson.safeParse(await reading.readJson(`tiles of ${id}`, target))
  if (!parsed.success) throw new ProviderError('has a TileJSON that is none')
  return { ...parsed.data, tiles: parsed.data.tiles.map((tiles) => absolute(tiles, target.url)) }
}

function readData(id: string, source: DataSource, style: ProviderStyle, reading: Reading) {
  if (typeof source.data !== 'string') return source
  style.data.set(id, targetOf(source.data, reading))
  return { ...source, data: `/map-provider/data/${encodeURIComponent(id)}?v=${reading.version}` }
}

function spritesOf(sprite: string | { id: string }[]) {
  const own = (at: number) => `/map-provider/sprite/${at}`
  return typeof sprite === 'string' ? own(0) : sprite.map(({ id }, at) => ({ id, url: own(at) }))
}

/** Every name of a font in a layer, however its expression chooses between them. */
function fontsOf(layer: StyleLayer): string[] {
  const { 'text-font': font } = (layer['layout'] ?? {}) as { 'text-font'?: unknown }
  return stringsIn(font)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Only the host of the style itself, which the operator named, may be in his own network. */
function targetOf(url: string, { styleUrl }: Reading): Target {
  const whole = absolute(url, styleUrl)
  if (!isWebAddress(withoutPlaceholders(whole))) throw new ProviderError('names an address that is not on the web')
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

function targetsOf({ tiles, data, sprites, glyphs }: ProviderStyle, { styleUrl }: Reading): string[] {
  const targets = [...tiles.values(), ...data.values(), ...sprites, ...(glyphs === null ? [] : [glyphs])]
  return [styleUrl, ...targets.map(({ url }) => url)]
}

/** No address is left in a style, but a provider may write its key into an attribution or into data all the same. */
function withoutSecrets(text: string, urls: string[]): string {
  const secrets = urls.flatMap((url) =>
    [...new URL(withoutPlaceholders(url)).searchParams]
      .filter(([name, value]) => value.length >= 16 || (value.length > 3 && /key|token|secret|sign|^tk$/i.test(name)))
      .map(([, value]) => value),
  )
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text)
}
