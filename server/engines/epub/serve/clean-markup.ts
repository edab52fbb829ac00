import { Parser } from 'htmlparser2'
import { AttributeNotes, noteTextOf } from './attribute-notes.ts'
import {
  cleanAttributes,
  escapeAttribute,
  escapeMarkup,
  type Place,
  type Space,
  toEntryHref,
  toLoadedHref,
} from './clean-attributes.ts'
import { cleanServedCss } from './clean-css.ts'
import { ContentSwitches } from './content-switches.ts'
import { expandEntities } from './expand-entities.ts'
import * as names from './markup-names.ts'
import { fencesOf, type Fences } from './math-fences.ts'
import { readPageSize } from './rendition.ts'

interface OpenElement {
  name: string
  /** The end tag to write when the open element is closed; empty if only the content of the element is written. */
  end: string
  space: Space
  /** The brackets and separators of an open `mfenced` element of MathML. */
  fences?: Fences
  player?: Player
  /** The length of the body when the start tag of a link to a note was written, which needs a marker if it is empty. */
  noteStart?: number
}

/** An open `audio` or `video` element. */
interface Player {
  /** The lengths of the body before and after the start tag of the element. */
  at: number
  inside: number
  /** Whether the element has a file of the book to play. */
  isPlayable: boolean
  /** The address of its file outside the book; undefined if it has none. */
  outside: string | undefined
}

/** A document of a book that has been cleaned. */
interface CleanedMarkup {
  text: string
  /** Whether the document shows a text, a picture, a formula or a player. */
  isVisible: boolean
}

const maxDepth = 200
const spaces: Record<Space, string> = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
}
const visible = /^(img|image|path|rect|circle|ellipse|line|polyline|polygon|use|mi|mn|mo|mtext|hr)$/

/**
 * Rewrites a document of a book as XHTML that contains only allowed elements and attributes, references within the
 * book, and external links. The output is strict XML, so that every browser parses it in the same way.
 */
export function cleanMarkup(source: string, place: Place): CleanedMarkup {
  const writer = write(source, place)
  return { text: writer.toDocument(), isVisible: writer.isVisible }
}

/**
 * Rewrites an SVG drawing in a book so that it contains only allowed elements and attributes. Returns an empty string
 * if the file contains no drawing.
 */
export function cleanDrawing(source: string, place: Place): string {
  return write(source, place).toDrawing()
}

function write(source: string, place: Place): CleanWriter {
  const writer = new CleanWriter(place)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name.toLowerCase(), attributes),
      ontext: (text) => writer.text(text),
      onclosetag: () => writer.close(),
      // The parser treats processing instructions as comments, as the rules of HTML demand.
      oncomment: (text) => writer.instruct(text),
    },
    { recognizeSelfClosing: true, recognizeCDATA: true, lowerCaseAttributeNames: true },
  )
  parser.end(expandEntities(source))
  writer.finish()
  return writer
}

class CleanWriter {
  readonly #place: Place
  readonly #stack: OpenElement[] = []
  readonly #switches = new ContentSwitches()
  readonly #notes = new AttributeNotes()
  #isTalkingBook = false
  #head = ''
  #body = ''
  /** The size of the page that the document or drawing states. */
  #pageSize: { width?: number; height?: number } = {}
  #htmlAttributes: string | undefined
  #bodyAttributes: string | undefined
  /** The processing instructions `xml-stylesheet` of an SVG drawing, rewritten for the cleaned file. */
  #instructions = ''
  /** The prefixes of namespaces that the document declares. */
  readonly #prefixes = new Map<string, Space>()
  /**
   * The number of open elements that are being removed from a book's document: the outermost removed element and all
   * elements inside it.
   */
  #dropped = 0
  /** The text read so far of a `title` or `style` element that is still open. */
  #aside: { name: string; text: string; space: Space } | null = null
  isVisible = false

  constructor(place: Place) {
    this.#place = place
  }

  open(written: string, given: Record<string, string>) {
    const { name, space, attributes } = this.#translate(this.#identify(written, given), given)
    this.#measure(name, attributes)
    if (this.#dropped > 0 || names.droppedElements.has(name) || this.#switches.leavesOut(name, attributes)) {
      if (this.#dropped === 0) this.#report(name)
      if (this.#dropped === 0 && name === 'iframe') this.#linkOutside('网页', attributes['src'])
      this.#dropped += 1
    } else if (name === 'html') this.#htmlAttributes ??= cleanAttributes(name, attributes, 'html', this.#place)
    else if (name === 'body') this.#bodyAttributes ??= cleanAttributes(name, attributes, 'html', this.#place)
    else if (name === 'link') this.#link(attributes)
    else if (name === 'object' || name === 'embed') return this.#writeObject(name, attributes)
    else if (name === 'style' || (name === 'title' && space === 'html')) this.#aside = { name, text: '', space }
    else if (name === 'source' && this.#isUnplayable(attributes)) this.#place.leaveOut?.(lostPlayer)
    else if (this.#isAllowed(name, space)) return this.#write(name, attributes, space)
    else this.#report(name)
    this.#stack.push({ name, end: '', space })
  }

  /** Records the size of the page: that of its first `viewport` or, if the file is a drawing, that of the drawing. */
  #measure(
    name: string,
    { name: named = '', content = '', viewbox = '', width = '', height = '' }: Record<string, string>,
  ) {
    if (this.#pageSize.width !== undefined) return
    if (name === 'meta' && named.toLowerCase() === 'viewport') this.#pageSize = readPageSize(content)
    if (name !== 'svg' || this.#stack.length > 0) return
    const [, , boxWidth = width, boxHeight = height] = viewbox === '' ? [] : viewbox.trim().split(/[\s,]+/)
    this.#pageSize = readPageSize(`width=${boxWidth},height=${boxHeight}`)
  }

  text(text: string) {
    if (this.#dropped > 0) return
    if (this.#aside !== null) this.#aside.text += text
    else if (text.trim() !== '' || !['head', 'html', undefined].includes(this.#stack.at(-1)?.name)) {
      this.#body += escapeMarkup(text)
      if (text.trim() !== '') this.isVisible = true
    }
  }

  close() {
    const closed = this.#stack.pop()
    if (closed !== undefined && this.#dropped === 0) this.#switches.close(closed.name)
    if (this.#dropped > 0) this.#dropped -= 1
    else if (closed?.player?.isPlayable === false) this.#replacePlayer(closed.name, closed.player)
    else if (closed?.player !== undefined) this.#endPlayer(closed.end)
    else if (closed !== undefined && this.#aside?.name === closed.name && closed.end === '') this.#endAside()
    else this.#body += (closed?.noteStart === this.#body.length ? '<sup>注</sup>' : '') + (closed?.end ?? '')
  }

  /** Reads a processing instruction: `xml-stylesheet` links a style sheet, and all others are left out. */
  instruct(text: string) {
    if (!/^\?xml-stylesheet\s/i.test(text) || /alternate\s*=\s*["']yes/i.test(text)) return
    const href = /\shref\s*=\s*["']([^"']*)["']/.exec(text)?.[1]
    const to = href === undefined ? null : toEntryHref(this.#place, href)
    if (to === null) return
    this.#instructions += `<?xml-stylesheet type="text/css" href="${escapeAttribute(to)}"?>\n`
    this.#head += `<link rel="stylesheet" href="${escapeAttribute(to)}"/>`
  }

  finish() {
    while (this.#stack.length > 0) this.close()
  }

  toDrawing(): string {
    const drawing = this.#body.trim()
    return drawing.startsWith('<svg ')
      ? `<?xml version="1.0" encoding="utf-8"?>\n${this.#instructions}${drawing}\n`
      : ''
  }

  toDocument(): string {
    const { width, height } = this.#pageSize
    const viewport = width === undefined ? '' : `<meta name="viewport" content="width=${width}, height=${height}"/>`
    return (
      `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="${spaces.html}" xmlns:epub="http://www.idpf.org/2007/ops"` +
      `${this.#rootAttributes()}><head><meta charset="utf-8"/>${viewport}${this.#head}</head>` +
      `<body${this.#bodyAttributes ?? ''}>${this.#body}${this.#notes.markup}</body></html>\n`
    )
  }

  /**
   * Returns the attributes of the root element. If it states no language, the default language of the book is added,
   * which only old books have.
   */
  #rootAttributes(): string {
    const { language = '' } = this.#place
    const attributes = this.#htmlAttributes ?? ''
    return language === '' || / lang="/.test(attributes)
      ? attributes
      : `${attributes} lang="${escapeAttribute(language)}"`
  }

  /** Returns the name of an element without its prefix, and its namespace. */
  #identify(written: string, attributes: Record<string, string>): { name: string; space: Space } {
    for (const [attribute, value] of Object.entries(attributes)) {
      const prefix = /^xmlns:(.+)$/.exec(attribute)?.[1]
      const declared = prefix && namespaceOf(value)
      if (prefix && declared) this.#prefixes.set(prefix, declared)
    }
    const [prefix = '', local = ''] = written.split(/:(.*)/s)
    const prefixed = local === '' ? undefined : this.#prefixes.get(prefix)
    const name = prefixed === undefined ? written : local
    if (name === 'svg' || name === 'math') return { name, space: name }
    const parent = this.#stack.at(-1)
    const inherited = parent?.name === 'foreignobject' ? 'html' : (parent?.space ?? 'html')
    const isText = parent?.name === 'mtext' && namespaceOf(attributes['xmlns'] ?? '') === 'html'
    return { name, space: prefixed ?? (isText ? 'html' : inherited) }
  }

  #isAllowed(name: string, space: Space): boolean {
    if (this.#stack.length > maxDepth) return false
    const known = { html: names.htmlElements, svg: names.svgElements, math: names.mathElements }[space]
    return known.has(name)
  }

  /** Replaces the names of DTBook by those of HTML. */
  #translate({ name, space }: { name: string; space: Space }, attributes: Record<string, string>) {
    if (name === 'dtbook') this.#isTalkingBook = true
    const translated = this.#isTalkingBook && space === 'html' ? names.talkingBookNames[name] : undefined
    if (translated !== 'a') return { name: translated ?? name, space, attributes }
    return { name: 'a', space, attributes: { ...attributes, href: attributes['idref'] ?? '', 'epub:type': 'noteref' } }
  }

  /** Records in the open player that it has a source, and returns whether the source is no file of the book. */
  #isUnplayable({ src = '' }: Record<string, string>): boolean {
    const player = this.#stack.findLast((element) => element.player !== undefined)?.player
    if (player === undefined) return false
    const isPlayable = toEntryHref(this.#place, src) !== null
    player.isPlayable ||= isPlayable
    if (isOutside(src)) player.outside ??= src
    return !isPlayable
  }

  #endPlayer(end: string) {
    this.#body += end
    this.isVisible = true
  }

  /**
   * Removes the tags of a player that has no file of the book to play, so that its content takes its place, after a
   * link to its file outside the book.
   */
  #replacePlayer(name: string, { at, inside, outside }: Player) {
    const content = this.#body.slice(inside)
    this.#body = this.#body.slice(0, at)
    this.#linkOutside(name === 'audio' ? '音频' : '视频', outside)
    this.#body += content
  }

  /** Writes a link to something outside the book, which the reader opens only after a question to the user. */
  #linkOutside(what: string, address = '') {
    if (!isOutside(address) || this.#isInLink()) return
    this.#body += `<a href="${escapeAttribute(address.trim())}">〔书外的${what}〕</a>`
    this.isVisible = true
  }

  #isInLink(): boolean {
    return this.#stack.some(({ name }) => name === 'a')
  }

  #write(name: string, attributes: Record<string, string>, space: Space) {
    const note = space === 'html' && !this.#isInLink() ? noteTextOf(name, attributes) : undefined
    if (note !== undefined) return this.#writeNoteLink(name, attributes, note)
    const parent = this.#stack.at(-1)
    const outer = parent?.space ?? 'html'
    if (visible.test(name)) this.isVisible = true
    const fences = name === 'mfenced' ? fencesOf(attributes) : undefined
    const tag = fences ? 'mrow' : space === 'svg' ? (names.cased[name] ?? name) : name
    const isRoot = name === 'svg' || name === 'math' || (space === 'html' && outer !== 'html')
    const namespace = isRoot ? ` xmlns="${spaces[space]}"` : ''
    const start = `<${tag}${namespace}${cleanAttributes(name, attributes, space, this.#place)}`
    const isVoid = space === 'html' && names.voidElements.has(name)
    if (parent?.fences) this.#body += parent.fences.beforeChild()
    const at = this.#body.length
    this.#body += (isVoid ? `${start}/>` : `${start}>`) + (fences?.open ?? '')
    this.#stack.push({
      name,
      end: isVoid ? '' : `${fences?.close ?? ''}</${tag}>`,
      space,
      ...(fences && { fences }),
      ...(/^(audio|video)$/.test(name) && { player: this.#startPlayer(attributes, at) }),
    })
  }

  #startPlayer({ src }: Record<string, string>, at: number): Player {
    const isPlayable = src !== undefined && toEntryHref(this.#place, src) !== null
    if (src !== undefined && !isPlayable) this.#place.leaveOut?.(lostPlayer)
    return { at, inside: this.#body.length, isPlayable, outside: src !== undefined && isOutside(src) ? src : undefined }
  }

  /** Writes a link to the note of an element around its content or, for a picture, around the picture. */
  #writeNoteLink(name: string, { alt, src = '', ...attributes }: Record<string, string>, note: string) {
    this.isVisible = true
    this.#body += this.#notes.add(note, this.#pageSize.width !== undefined)
    const noteStart = this.#body.length
    const isShown = name === 'img' && toLoadedHref(this.#place, src) !== null
    if (isShown)
      this.#body += `<img${cleanAttributes('img', { ...attributes, src, alt: '注释' }, 'html', this.#place)}/>`
    this.#stack.push({ name: 'a', end: '</a>', space: 'html', noteStart })
  }

  /**
   * Writes an `img` element for an `object` or `embed` element that shows a picture of the book. Any other such element
   * is replaced by its content.
   */
  #writeObject(name: string, { data = '', src = '', type = '', ...others }: Record<string, string>) {
    const reference = name === 'object' ? data : src
    const href =
      type.startsWith('image/') || /\.(svg|png|jpe?g|gif|webp|avif)$|^\s*data:image\//i.test(reference) ? reference : ''
    const isPicture = href !== '' && toLoadedHref(this.#place, href) !== null
    if (isPicture) {
      this.#write('img', { ...others, src: href }, 'html')
      // The content of the element is meant for programs that cannot show the picture, so it is left out.
      this.#dropped += 1
      return
    }
    if (reference !== '') this.#place.leaveOut?.('嵌入的部件')
    this.#stack.push({ name, end: '', space: this.#stack.at(-1)?.space ?? 'html' })
  }

  #report(name: string) {
    const loss = names.visibleLosses[name]
    if (loss !== undefined) this.#place.leaveOut?.(loss)
  }

  #link({ rel = '', href = '', media = '', type = 'text/css' }: Record<string, string>) {
    const isStyle = /(^|\s)stylesheet(\s|$)/i.test(rel) && !/alternate/i.test(rel) && /^text\/css\b/i.test(type)
    const to = isStyle ? toEntryHref(this.#place, href) : null
    if (to === null) return
    const medium = media === '' ? '' : ` media="${escapeAttribute(media)}"`
    this.#head += `<link rel="stylesheet" href="${escapeAttribute(to)}"${medium}/>`
  }

  #endAside() {
    const { name = '', text = '', space = 'html' } = this.#aside ?? {}
    this.#aside = null
    const content =
      name === 'style'
        ? cleanServedCss(decodeMarks(text), (reference) => toLoadedHref(this.#place, reference))
        : text.slice(0, 300)
    const element = `<${name}>${escapeMarkup(content)}</${name}>`
    // A style element within an SVG drawing stays inside the drawing and is not moved to the head of the document.
    if (space === 'html') this.#head += element
    else this.#body += element
  }
}

/** The words for players that are left out, in the warnings to the editor who imports a book. */
const lostPlayer = '书外或缺失的音频和视频'

function isOutside(address: string): boolean {
  return /^\s*https?:\/\//i.test(address)
}

function namespaceOf(address: string): Space | undefined {
  return (['html', 'svg', 'math'] as const).find((space) => spaces[space] === address)
}

/** Decodes the characters that XHTML must escape in style sheets and that the parser of HTML does not decode there. */
function decodeMarks(text: string): string {
  return text.replace(/&(gt|lt|quot|apos|amp);/g, (_, name: string) => marks[name] ?? '')
}

const marks: Record<string, string> = { gt: '>', lt: '<', quot: '"', apos: "'", amp: '&' }
