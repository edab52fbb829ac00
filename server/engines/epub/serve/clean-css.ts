import { type CSSToken, type ParseError, ParseErrorMessage, tokenizer, TokenType } from '@csstools/css-tokenizer'
import { isDataUrl } from './picture-data.ts'

/**
 * A function that returns the URL from which browsers load a reference: the URL on this site of a file of the book, or
 * a clean data URL; null for any other reference.
 */
type ToHref = (reference: string) => string | null

/** CSS functions whose quoted strings are references. */
const referring = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])
/** Names of properties and functions with which style sheets could run code in old browsers. */
const harmful = new Set(['behavior', '-moz-binding', 'expression'])

/**
 * The lengths that replace the units of the viewport. The frame of a flowing text is as wide as all pages together and
 * grows with its content, so the reader provides the size of one page in its place.
 */
const viewportUnits: Record<string, string> = {
  vw: 'var(--reader-vw, 1vw)',
  vh: 'var(--reader-vh, 1vh)',
  vmin: 'min(var(--reader-vw, 1vw), var(--reader-vh, 1vh))',
  vmax: 'max(var(--reader-vw, 1vw), var(--reader-vh, 1vh))',
}

/** The standard properties that replace the properties with the prefix `-epub-`, which browsers do not know. */
const standardNames: Record<string, string> = {
  'text-combine': 'text-combine-upright',
  'text-combine-horizontal': 'text-combine-upright',
}
const known = new Set(
  (
    'hyphens line-break word-break text-align-last text-emphasis text-emphasis-color text-emphasis-style text-emphasis-position ' +
    'text-orientation text-transform text-underline-position writing-mode ruby-position text-decoration ' +
    'text-combine text-combine-horizontal'
  ).split(' '),
)
/**
 * The standard value for wide letters, followed by a property of our own, by which the reader finds the text whose
 * letters it must widen in browsers that do not know the value.
 */
const wideLetters = 'full-width;--wide-letters:1'
/** Values of properties that EPUB or its old versions spell differently than the standard. */
const standardValues: Record<string, Record<string, string>> = {
  'writing-mode': { 'tb-rl': 'vertical-rl', 'lr-tb': 'horizontal-tb', 'rl-tb': 'horizontal-tb' },
  'text-orientation': {
    'vertical-right': 'mixed',
    'sideways-right': 'sideways',
    'rotate-right': 'sideways',
    'rotate-normal': 'mixed',
  },
  'text-combine-upright': { horizontal: 'all' },
  'text-transform': { '-epub-fullwidth': wideLetters, 'full-width': wideLetters },
  'text-underline-position': { alphabetic: 'auto' },
  'ruby-position': { 'inter-character': 'inter-character' },
}

/**
 * Returns a copy of a book's style sheet that loads nothing from outside the book, contains standard properties in
 * place of those with the prefix `-epub-`, and measures the viewport by variables of the reader. If a reference escapes
 * the cleaning, the content security policy still blocks it; the cleaning spares browsers the blocked requests.
 */
export function cleanServedCss(css: string, toHref: ToHref): string {
  const plain = css.replace(/^\ufeff|\0|<!--|-->|<!\[CDATA\[|\]\]>/g, '')
  const cleaner = new CssCleaner(toHref)
  const onParseError = ({ message }: ParseError) => {
    if (message === ParseErrorMessage.UnexpectedEOFInString) cleaner.endsInString = true
  }
  const tokens = tokenizer({ css: plain }, { onParseError })
  while (!tokens.endOfFile()) cleaner.add(tokens.nextToken())
  return cleaner.text
}

class CssCleaner {
  text = ''
  /** Whether the string that comes next is not closed before the end of the style sheet. */
  endsInString = false
  readonly #toHref: ToHref
  /** For each open bracket, whether the strings directly inside it are references. */
  readonly #brackets: boolean[] = []
  #isInUrl = false
  /**
   * The state while an at-rule such as `@import` is read: `import` if the reference of the rule comes next, `omitted`
   * if the rest of the rule is left out, null outside of such rules.
   */
  #rule: 'import' | 'omitted' | null = null
  /** Whether the beginning of an at-rule such as `@media` is read, in which variables are not permitted. */
  #isInPrelude = false
  /** The standard name of the last property with the prefix `-epub-`, whose values may need translation. */
  #translated: string | null = null

  constructor(toHref: ToHref) {
    this.#toHref = toHref
  }

  add(token: CSSToken) {
    if (token[0] === TokenType.Comment || token[0] === TokenType.EOF) return
    if (this.#rule === 'omitted') return this.#omit(token)
    if (this.#rule === 'import') return this.#import(token)
    const [, text] = token
    switch (token[0]) {
      case TokenType.AtKeyword:
        return this.#startRule(text, token[4].value.toLowerCase())
      case TokenType.Function:
        return this.#open(text, token[4].value.toLowerCase())
      case TokenType.URL:
        this.text += this.#reference(token[4].value)
        return
      case TokenType.BadURL:
        this.text += this.#reference('')
        return
      case TokenType.String:
        return this.#addString(text, token[4].value)
      case TokenType.BadString:
        // Browsers ignore the declaration that contains the string, so its content does not matter.
        this.text += '""'
        return
      case TokenType.Ident:
        return this.#addName(text, token[4].value)
      case TokenType.Dimension:
        return this.#addLength(text, token[4].unit)
      default:
        this.#addSign(text)
    }
  }

  #startRule(text: string, name: string) {
    if (name === 'import') this.#rule = 'import'
    else if (name === 'charset') this.#rule = 'omitted'
    else {
      this.#isInPrelude = true
      this.text += text
    }
  }

  #import(token: CSSToken) {
    const [type] = token
    if (type === TokenType.Whitespace) return
    // The closing bracket of `url("…")` is left out later, because `#addSign` leaves out brackets that were not opened.
    if (type === TokenType.Function && token[4].value.toLowerCase() === 'url') return
    const reference = type === TokenType.String || type === TokenType.URL ? token[4].value.trim() : ''
    const href = reference === '' || isDataUrl(reference) ? null : this.#toHref(reference)
    this.#rule = href === null ? 'omitted' : null
    this.#isInPrelude = href !== null
    if (href !== null) this.text += `@import "${quotable(href)}"`
    if (href === null) this.#omit(token)
  }

  #omit([type]: CSSToken) {
    if (type === TokenType.Semicolon) this.#rule = null
  }

  #open(text: string, name: string) {
    this.#brackets.push(referring.has(name))
    this.text += name === 'url' ? '' : harmful.has(name) ? 'none(' : text
    if (name === 'url') this.#isInUrl = true
  }

  #addString(text: string, value: string) {
    const closed = this.endsInString ? '""' : text
    this.text += this.#brackets.at(-1) === true ? this.#reference(value) : closed
  }

  #addName(text: string, name: string) {
    const property = standardProperty(name)
    if (property !== undefined) this.#translated = property
    const translation = this.#translated === null ? undefined : standardValues[this.#translated]?.[name.toLowerCase()]
    this.text += property ?? translation ?? (harmful.has(name.toLowerCase()) ? 'none' : text)
  }

  #addLength(text: string, unit: string) {
    const length = this.#isInPrelude ? undefined : viewportUnits[unit.toLowerCase().replace(/^[sld](?=v)/, '')]
    const [number = ''] = /^[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?/i.exec(text) ?? []
    this.text += length === undefined ? text : `calc(${number} * ${length})`
  }

  #addSign(text: string) {
    if (text === ';' || text === '}') this.#translated = null
    if (text === ';' || text === '{') this.#isInPrelude = false
    if (text === '(' || text === '[') this.#brackets.push(false)
    if (text === ')' || text === ']') {
      const wasOpen = this.#brackets.pop() !== undefined
      const endsUrl = this.#isInUrl
      this.#isInUrl = false
      if (text === ')' && (endsUrl || !wasOpen)) return
    }
    // Browsers end unclosed brackets here, so this cleaner does too. Otherwise it would take the rest of the style
    // sheet for the content of the brackets.
    if (text === '}') this.#brackets.length = 0
    if (!(this.#isInUrl && text.trim() === '')) this.text += text
  }

  #reference(reference: string): string {
    const trimmed = reference.trim()
    const href = trimmed.startsWith('#') ? trimmed : trimmed === '' ? null : this.#toHref(trimmed)
    return `url("${quotable(href ?? '')}")`
  }
}

function quotable(href: string): string {
  return href.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)
}

/**
 * Returns the standard CSS property for a property with the prefix `-epub-`, and for `text-transform`, whose values may
 * have the prefix; undefined for any other name. EPUB 3 requires reading systems to support these properties.
 */
function standardProperty(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/^-epub-/, '')
  if (plain === 'text-transform') return plain
  return plain.length < name.length && known.has(plain) ? (standardNames[plain] ?? plain) : undefined
}
