import { Parser } from 'htmlparser2'
import { cleanServedCss, isPictureData } from './clean-css.ts'
import { entryHref, resolveEntry } from './entry-path.ts'
import * as names from './markup-names.ts'

export interface Place {
  /** The path, in the EPUB archive, of the document or drawing that is cleaned. */
  path: string
  /** The URL path on this site below which the files of the book are served. */
  base: string
  has(path: string): boolean
}

type Space = 'html' | 'svg' | 'math'
interface OpenElement {
  name: string
  /** The end tag to write when the open HTML element is closed; empty if only the content of the element is written. */
  end: string
  space: Space
}

const maxDepth = 200
const spaces = { svg: 'http://www.w3.org/2000/svg', math: 'http://www.w3.org/1998/Math/MathML' }

/**
 * Rewrites a document of a book as XHTML that contains only allowed elements and attributes, references within the
 * book, and external links. The output is strict XML, so that every browser parses it in the same way.
 */
export function cleanMarkup(source: string, place: Place): string {
  return write(source, place).toDocument()
}

/**
 * Rewrites an SVG drawing in a book so that it contains only allowed elements and attributes. Returns an empty string
 * if the file contains no drawing.
 */
export function cleanDrawing(source: string, place: Place): string {
  return write(source, place).toDrawing()
}

/**
 * Removes the first document type declaration of a document. Searching for further unclosed declarations would take
 * quadratic time.
 */
function withoutDoctype(source: string): string {
  const at = source.search(/<!DOCTYPE/i)
  if (at < 0) return source
  return source.slice(0, at) + source.slice(at).replace(/^<!DOCTYPE[^[>]*(\[[^\]]*\]\s*)?>/i, '')
}

function write(source: string, place: Place): CleanWriter {
  const writer = new CleanWriter(place)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name.toLowerCase(), attributes),
      ontext: (text) => writer.text(text),
      onclosetag: () => writer.close(),
    },
    { recognizeSelfClosing: true, recognizeCDATA: true, lowerCaseAttributeNames: true },
  )
  // The document type declaration of a book's document is not content, and the entities that it declares are not
  // expanded.
  parser.end(withoutDoctype(source))
  writer.finish()
  return writer
}

class CleanWriter {
  readonly #place: Place
  readonly #stack: OpenElement[] = []
  #head = ''
  #body = ''
  #htmlAttributes = ''
  #bodyAttributes = ''
  /**
   * The number of open elements that are being removed from a book's document: the outermost removed element and all
   * elements inside it.
   */
  #dropped = 0
  /** The text read so far of a `title` or `style` element that is still open. */
  #aside: { name: string; text: string; space: Space } | null = null

  constructor(place: Place) {
    this.#place = place
  }

  open(name: string, attributes: Record<string, string>) {
    const space = this.#spaceOf(name)
    if (this.#dropped > 0 || names.droppedElements.has(name)) this.#dropped += 1
    else if (name === 'html') this.#htmlAttributes = this.#attributesOf(name, attributes, 'html')
    else if (name === 'body') this.#bodyAttributes = this.#attributesOf(name, attributes, 'html')
    else if (name === 'link') this.#link(attributes)
    else if (name === 'style' || (name === 'title' && space === 'html')) this.#aside = { name, text: '', space }
    else if (this.#isAllowed(name, space)) return this.#write(name, attributes, space)
    this.#stack.push({ name, end: '', space })
  }

  text(text: string) {
    if (this.#dropped > 0) return
    if (this.#aside !== null) this.#aside.text += text
    else if (text.trim() !== '' || !['head', 'html', undefined].includes(this.#stack.at(-1)?.name))
      this.#body += escapeText(text)
  }

  close() {
    const closed = this.#stack.pop()
    if (this.#dropped > 0) this.#dropped -= 1
    else if (closed !== undefined && this.#aside?.name === closed.name && closed.end === '') this.#endAside()
    else this.#body += closed?.end ?? ''
  }

  finish() {
    while (this.#stack.length > 0) this.close()
  }

  toDrawing(): string {
    const drawing = this.#body.trim()
    return drawing.startsWith('<svg ') ? `<?xml version="1.0" encoding="utf-8"?>\n${drawing}\n` : ''
  }

  toDocument(): string {
    return (
      `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"${this.#htmlAttributes}>` +
      `<head><meta charset="utf-8"/>${this.#head}</head><body${this.#bodyAttributes}>${this.#body}</body></html>\n`
    )
  }

  #spaceOf(name: string): Space {
    if (name === 'svg' || name === 'math') return name
    return this.#stack.at(-1)?.space ?? 'html'
  }

  #isAllowed(name: string, space: Space): boolean {
    if (this.#stack.length > maxDepth) return false
    const known = { html: names.htmlElements, svg: names.svgElements, math: names.mathElements }[space]
    return known.has(name)
  }

  #write(name: string, attributes: Record<string, string>, space: Space) {
    const tag = space === 'svg' ? (names.cased[name] ?? name) : name
    const namespace = name === 'svg' || name === 'math' ? ` xmlns="${spaces[name]}"` : ''
    const start = `<${tag}${namespace}${this.#attributesOf(name, attributes, space)}`
    const isVoid = space === 'html' && names.voidElements.has(name)
    this.#body += isVoid ? `${start}/>` : `${start}>`
    this.#stack.push({ name, end: isVoid ? '' : `</${tag}>`, space })
  }

  #attributesOf(element: string, attributes: Record<string, string>, space: Space): string {
    const cleaned = Object.entries(attributes).flatMap(([name, value]) => {
      const clean = this.#clean(element, name.toLowerCase(), value, space)
      return clean === null ? [] : [clean]
    })
    return [...new Map(cleaned)].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')
  }

  #clean(element: string, name: string, value: string, space: Space): [string, string] | null {
    if (name === 'style') return ['style', cleanServedCss(value, (reference) => this.#toHref(reference))]
    if (name === 'href' || name === 'xlink:href') return this.#cleanHref(element, value)
    if (name === 'src') return element === 'img' ? this.#cleanPicture('src', value) : null
    if (names.plainAttributes.has(name) || /^aria-[a-z]+$/.test(name)) return [name, value]
    if (space === 'svg' && names.svgAttributes.has(name))
      return hasAddress(value) ? null : [names.cased[name] ?? name, value]
    if (space === 'math' && names.mathAttributes.has(name)) return [name, value]
    return null
  }

  #cleanHref(element: string, value: string): [string, string] | null {
    if (element === 'image') return this.#cleanPicture('href', value)
    if (element === 'use') return /^#[^\s]+$/.test(value) ? ['href', value] : null
    if (element !== 'a') return null
    if (/^(https?:\/\/|mailto:)/i.test(value.trim())) return ['href', value.trim()]
    const target = resolveEntry(value, this.#place.path)
    if (target === null || !this.#place.has(target.path)) return null
    return ['href', entryHref(this.#place.base, target.path, target.fragment)]
  }

  #cleanPicture(name: string, value: string): [string, string] | null {
    const href = isPictureData(value.trim()) ? value.trim() : this.#toHref(value)
    return href === null ? null : [name, href]
  }

  #toHref(reference: string): string | null {
    const target = resolveEntry(reference, this.#place.path)
    return target === null || !this.#place.has(target.path) ? null : entryHref(this.#place.base, target.path)
  }

  #link({ rel = '', href = '' }: Record<string, string>) {
    const to = /(^|\s)stylesheet(\s|$)/i.test(rel) && !/alternate/i.test(rel) ? this.#toHref(href) : null
    if (to !== null) this.#head += `<link rel="stylesheet" href="${escapeAttribute(to)}"/>`
  }

  #endAside() {
    const { name = '', text = '', space = 'html' } = this.#aside ?? {}
    this.#aside = null
    const content = name === 'style' ? cleanServedCss(text, (reference) => this.#toHref(reference)) : text.slice(0, 300)
    const element = `<${name}>${escapeText(content)}</${name}>`
    // A style element within an SVG drawing stays inside the drawing and is not moved to the head of the document.
    if (space === 'html') this.#head += element
    else this.#body += element
  }
}

/** Returns true if the value of an SVG attribute refers to a resource outside the drawing. */
function hasAddress(value: string): boolean {
  return /url\(\s*["']?(?!#)/i.test(value)
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;')
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
