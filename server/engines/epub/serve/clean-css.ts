import { type CssToken, cssTokens } from './css-tokens.ts'
import { standardProperty, standardValue } from './epub-css.ts'
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

/**
 * Returns a copy of a book's style sheet that loads nothing from outside the book, contains standard properties in
 * place of those with the prefix `-epub-`, and measures the viewport by variables of the reader. If a reference escapes
 * the cleaning, the content security policy still blocks it; the cleaning spares browsers the blocked requests.
 */
export function cleanServedCss(css: string, toHref: ToHref): string {
  const cleaner = new CssCleaner(toHref)
  const plain = css.replace(/^\ufeff|\0|<!--|-->|<!\[CDATA\[|\]\]>/g, '')
  for (const token of cssTokens(plain)) cleaner.add(token)
  cleaner.end()
  return cleaner.text
}

class CssCleaner {
  text = ''
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
  /** A number that is not written yet, because a unit may follow; otherwise empty. */
  #number = ''
  /** The standard name of the last property with the prefix `-epub-`, whose values may need translation. */
  #translated: string | null = null

  constructor(toHref: ToHref) {
    this.#toHref = toHref
  }

  add(token: CssToken) {
    if (token.kind === 'comment') return
    if (this.#number !== '') {
      const unit = token.kind === 'ident' && !this.#isInPrelude ? unitOf(token.value) : undefined
      this.text += unit === undefined ? this.#number : `calc(${this.#number} * ${unit})`
      this.#number = ''
      if (unit !== undefined) return
    }
    if (this.#rule === 'omitted') return this.#omit(token)
    if (this.#rule === 'import') return this.#import(token)
    if (token.kind === 'at') return this.#startRule(token)
    if (token.kind === 'function') return this.#open(token)
    if (token.kind === 'url') this.text += this.#reference(token.value)
    else if (token.kind === 'string') this.#addString(token)
    else if (token.kind === 'ident') this.#addName(token)
    else if (token.kind === 'other') this.#number = token.text
    else this.#addSign(token.text)
  }

  end() {
    this.text += this.#number
  }

  #startRule({ text, value }: CssToken) {
    if (value === 'import') this.#rule = 'import'
    else if (value === 'charset') this.#rule = 'omitted'
    else {
      this.#isInPrelude = true
      this.text += text
    }
  }

  #import(token: CssToken) {
    if (token.kind === 'space' || (token.kind === 'function' && token.value === 'url')) return
    // The closing bracket of `url("…")` is left out later, because `#addSign` leaves out brackets that were not opened.
    const reference = token.kind === 'string' || token.kind === 'url' ? token.value.trim() : ''
    const href = reference === '' || isDataUrl(reference) ? null : this.#toHref(reference)
    this.#rule = href === null ? 'omitted' : null
    this.#isInPrelude = href !== null
    if (href !== null) this.text += `@import "${quotable(href)}"`
    if (href === null) this.#omit(token)
  }

  #omit({ text }: CssToken) {
    if (text === ';') this.#rule = null
  }

  #open({ text, value }: CssToken) {
    this.#brackets.push(referring.has(value))
    this.text += value === 'url' ? '' : harmful.has(value) ? 'none(' : text
    if (value === 'url') this.#isInUrl = true
  }

  #addString({ text, value }: CssToken) {
    this.text += this.#brackets.at(-1) === true ? this.#reference(value) : text
  }

  #addName({ text, value }: CssToken) {
    const property = standardProperty(value)
    if (property !== undefined) this.#translated = property
    const translation = this.#translated === null ? undefined : standardValue(this.#translated, value)
    this.text += property ?? translation ?? (harmful.has(value.toLowerCase()) ? 'none' : text)
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

function unitOf(name: string): string | undefined {
  return viewportUnits[name.toLowerCase().replace(/^[sld](?=v)/, '')]
}

function quotable(href: string): string {
  return href.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)
}
