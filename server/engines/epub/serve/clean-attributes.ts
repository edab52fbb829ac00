import { cleanServedCss } from './clean-css.ts'
import { entryHref, resolveEntry } from './entry-path.ts'
import * as names from './markup-names.ts'
import { cleanData, isDataUrl } from './picture-data.ts'

export interface Place {
  /** The path, in the EPUB archive, of the document or SVG drawing that is cleaned. */
  path: string
  /** The URL path on this site below which the files of the book are served. */
  base: string
  /**
   * Returns the path of the file that is served for a reference to a path: the file itself or its fallback. Returns
   * undefined if the book has no such file.
   */
  find(path: string): string | undefined
  /** Returns the path of the section that shows a file of the book to users. */
  sectionOf(path: string): string
  /**
   * The language of documents that state none. EPUB 3 does not allow a default language; in older books, the language
   * of the package applies.
   */
  language?: string
  /**
   * Cleans an SVG drawing in a data URL, or returns an empty string if there is none. Undefined within such a drawing,
   * because a drawing in a drawing in a drawing could take long to clean.
   */
  cleanDrawing?(source: string): string
  /** A callback that receives the name of each visible thing that is left out. */
  leaveOut?(what: string): void
}

export type Space = 'html' | 'svg' | 'math'

const playing = new Set(['audio', 'video', 'source', 'track'])
const referringDrawings = new Set(['use', 'textpath', 'lineargradient', 'radialgradient', 'pattern', 'filter'])

/** Returns the allowed attributes of an element with clean values, as text that begins with a space. */
export function cleanAttributes(
  element: string,
  attributes: Record<string, string>,
  space: Space,
  place: Place,
): string {
  const cleaned = new Map<string, string>()
  for (const [name, value] of Object.entries(attributes)) {
    const clean = cleanAttribute(element, name.toLowerCase(), value, { space, place })
    if (clean !== null) cleaned.set(...clean)
  }
  // The attribute `xml:lang` has precedence over `lang` in XHTML, but scripts and some browsers know `lang` only, so
  // both get the same value.
  const language = cleaned.get('xml:lang')
  if (language !== undefined) cleaned.set('lang', language)
  // Old books mark the targets of links by the attribute `name`, but reading apps look for the attribute `id`, so
  // `name` is copied to `id`.
  const mark = cleaned.get('name')
  if (element === 'a' && mark !== undefined && !cleaned.has('id')) cleaned.set('id', mark)
  if (element === 'img' && cleaned.has('src') && !cleaned.has('alt')) cleaned.set('alt', '')
  if (element === 'audio' || element === 'video') cleaned.set('controls', 'controls').set('preload', 'metadata')
  return [...cleaned].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')
}

function cleanAttribute(
  element: string,
  name: string,
  value: string,
  { space, place }: { space: Space; place: Place },
): [string, string] | null {
  if (name === 'style') return ['style', cleanServedCss(value, (reference) => toLoadedHref(place, reference))]
  if (name === 'href' || name === 'xlink:href') return cleanHref(element, value, place)
  if (name === 'src') return cleanSource(element, value, place)
  if (name === 'poster' && element === 'video') return cleanPicture('poster', value, place)
  if (name === 'usemap' && element === 'img') return /^#[^\s]+$/.test(value) ? [name, value] : null
  if (name === 'name' && element !== 'a' && element !== 'map') return null
  if (names.plainAttributes.has(name) || /^(aria|data)-[a-z][a-z\d-]*$/.test(name)) return [name, value]
  if (playing.has(element) && names.mediaAttributes.has(name)) return [name, value]
  if (space === 'svg' && names.svgAttributes.has(name))
    return hasAddress(value) ? null : [names.cased[name] ?? name, value]
  if (space === 'math' && names.mathAttributes.has(name)) return [name, value]
  return null
}

function cleanSource(element: string, value: string, place: Place): [string, string] | null {
  if (element === 'img') return cleanPicture('src', value, place)
  if (!playing.has(element)) return null
  const href = toEntryHref(place, value)
  if (href === null) place.leaveOut?.('书外或缺失的音频和视频')
  return href === null ? null : ['src', href]
}

function cleanHref(element: string, value: string, place: Place): [string, string] | null {
  if (element === 'image' || element === 'feimage') return cleanPicture('href', value, place)
  if (referringDrawings.has(element)) {
    if (/^#[^\s]+$/.test(value)) return ['href', value]
    const target = element === 'use' ? findTarget(place, value) : null
    return target === null ? null : ['href', entryHref(place.base, target.path, target.fragment)]
  }
  if (element !== 'a' && element !== 'area') return null
  if (/^(https?:\/\/|mailto:)/i.test(value.trim())) return ['href', value.trim()]
  const target = findTarget(place, value)
  return target === null ? null : ['href', entryHref(place.base, place.sectionOf(target.path), target.fragment)]
}

function cleanPicture(name: string, value: string, place: Place): [string, string] | null {
  const href = toLoadedHref(place, value)
  if (href === null) place.leaveOut?.(isDataUrl(value) ? '写在页面里、格式不认得的图片' : '书外或缺失的图片')
  return href === null ? null : [name, href]
}

function findTarget(place: Place, reference: string) {
  const target = resolveEntry(reference, place.path)
  const path = target === null ? undefined : place.find(target.path)
  return target === null || path === undefined ? null : { path, fragment: target.fragment }
}

/** Returns the URL on this site for a reference to a file of the book; null for all other references. */
export function toEntryHref(place: Place, reference: string): string | null {
  const target = findTarget(place, reference)
  return target && entryHref(place.base, target.path)
}

/** Returns the URL of a picture or font of the book: that of its file, or a data URL; null for other references. */
export function toLoadedHref(place: Place, reference: string): string | null {
  return isDataUrl(reference) ? cleanData(reference, place.cleanDrawing) : toEntryHref(place, reference)
}

/** Returns true if the value of an SVG attribute refers to a resource outside the drawing. */
function hasAddress(value: string): boolean {
  return /url\((?!\s*["']?#)/i.test(value) || /\\/.test(value) || /(image-set|src|image)\s*\(/i.test(value)
}

export function escapeAttribute(value: string): string {
  return escapeMarkup(value).replaceAll('"', '&quot;')
}

export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
