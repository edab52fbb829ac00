import { fail } from '#shared/api/failure.ts'
import { fetchFromProvider, ProviderError, type Target } from './fetch-from-provider.ts'
import { type TilePosition, fillTemplate } from './provider-address.ts'
import { type CachedAnswer, ProviderCache, unavailable } from './provider-cache.ts'
import { type ContentKind, readJson, toContent } from './provider-content.ts'
import type { ProviderSource } from './provider-source.ts'
import { type ProviderStyle, readStyle } from './provider-style.ts'

const cacheBytes = 16 * 1024 * 1024
/**
 * Default cache times in seconds. Maps change rarely, and providers limit the number of requests per API key. Styles
 * are read again soon, in case they were wrong.
 */
const day = 86_400
const fewMinutes = 300
const styleLifetimeMs = 3_600_000
const styleRetryMs = 30_000

/**
 * Fetches the map of an external provider on behalf of the site's pages, which see neither the URLs of the provider nor
 * its API key.
 */
export class ProviderClient {
  #source: ProviderSource
  #userAgent: string
  #cache = new ProviderCache(cacheBytes)
  #style: { style: Promise<ProviderStyle>; until: number } | undefined

  constructor(source: ProviderSource, publicUrl: string) {
    this.#source = source
    this.#userAgent = `zhitu (+${publicUrl})`
  }

  picture(layer: string, position: TilePosition): Promise<CachedAnswer> {
    const { templates, facts } = this.#source
    const template = Object.hasOwn(templates, layer) ? templates[layer] : undefined
    if (template === undefined) fail('missing', '没有这层地图')
    if (position.z > facts.maxZoom) fail('missing', `外部地图最细到第 ${facts.maxZoom} 级`)
    const target = { url: fillTemplate(template, position), mayBePrivate: true }
    return this.#find(`raster/${layer}/${position.z}/${position.x}/${position.y}`, 'picture', target)
  }

  async tile(source: string, position: TilePosition): Promise<CachedAnswer & { isPicture: boolean }> {
    const tiles = (await this.style()).tiles.get(source) ?? fail('missing', '没有这层地图')
    const { z, x, y } = position
    if (z < tiles.minZoom || z > tiles.maxZoom) fail('missing', '这层地图没有这一级')
    const target = { ...tiles, url: fillTemplate(tiles.url, position) }
    const answer = await this.#find(`tile/${source}/${z}/${x}/${y}`, tiles.isPicture ? 'picture' : 'tile', target)
    return { ...answer, isPicture: tiles.isPicture }
  }

  async data(source: string): Promise<CachedAnswer> {
    const target = (await this.style()).data.get(source) ?? fail('missing', '没有这层地图')
    return this.#find(`data/${source}`, 'json', target)
  }

  /**
   * Returns a sprite of the map style (a picture that contains all icons of the map), or its JSON with the position of
   * each icon, at a pixel ratio of 1 or 2.
   */
  async sprite(at: number, ratio: string, extension: 'json' | 'png'): Promise<CachedAnswer> {
    const target = (await this.style()).sprites[at] ?? fail('missing', '没有这套图标')
    const [path = '', query] = target.url.split(/\?(.*)/s)
    const url = `${path}${ratio}.${extension}${query === undefined ? '' : `?${query}`}`
    return this.#find(`sprite/${at}${ratio}.${extension}`, extension === 'json' ? 'json' : 'picture', {
      ...target,
      url,
    })
  }

  async glyphs(fonts: string, range: string): Promise<CachedAnswer> {
    const { glyphs, fonts: known } = await this.style()
    if (glyphs === null || !fonts.split(',').every((font) => known.has(font))) fail('missing', '没有这种字体')
    const names = encodeURIComponent(fonts).replaceAll('%2C', ',')
    const url = glyphs.url.replace('{fontstack}', names).replace('{range}', range)
    return this.#find(`glyphs/${fonts}/${range}`, 'glyphs', { ...glyphs, url })
  }

  /**
   * Returns the style of the provider's map, which is read again every hour. While the provider is down, the last
   * readable style is returned.
   */
  style(): Promise<ProviderStyle> {
    const last = this.#style
    if (last !== undefined && last.until > Date.now()) return last.style
    const current = { style: this.#readStyle(last?.style), until: Date.now() + styleLifetimeMs }
    this.#style = current
    return current.style
  }

  async #readStyle(last: Promise<ProviderStyle> | undefined): Promise<ProviderStyle> {
    const { styleUrl, facts } = this.#source
    if (styleUrl === null) fail('missing', '这里的外部地图没有样式')
    try {
      return await readStyle({
        styleUrl,
        version: facts.version,
        readJson: async (name, target) => {
          const { content } = await this.#find(name, 'json', target)
          if (content === null) throw new ProviderError(`has no ${name}`)
          return readJson(content)
        },
      })
    } catch (error) {
      const old = await last?.catch(() => undefined)
      this.#style = old === undefined ? undefined : { style: Promise.resolve(old), until: Date.now() + styleRetryMs }
      if (old !== undefined) return old
      throw unavailable('style', error)
    }
  }

  #find(key: string, kind: ContentKind, target: Target): Promise<CachedAnswer> {
    const headers = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': this.#userAgent }
    return this.#cache.find(key, {
      send: (conditions) =>
        fetchFromProvider(target, { headers: { ...headers, ...conditions }, timeoutMs: this.#source.timeoutMs }),
      toContent: (answer) => toContent(kind, answer),
      defaultSeconds: kind === 'json' ? fewMinutes : day,
    })
  }
}
