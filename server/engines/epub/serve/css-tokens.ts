type CssTokenKind = 'space' | 'comment' | 'string' | 'url' | 'function' | 'at' | 'ident' | 'sign' | 'other'

export interface CssToken {
  kind: CssTokenKind
  /** The characters of the token as the style sheet writes them. */
  text: string
  /**
   * The meaning of the token with its escapes decoded: the content of a string, the reference of a `url()`, or the name
   * of an identifier, function or at-rule. Empty for other tokens.
   */
  value: string
}

const space = /[ \t\n\r\f]+/y
const comment = /\/\*[^]*?(?:\*\/|$)/y
const quoted =
  /"([^"\\\n\r\f]*(?:\\(?:\r\n|[^])[^"\\\n\r\f]*)*)("?)|'([^'\\\n\r\f]*(?:\\(?:\r\n|[^])[^'\\\n\r\f]*)*)('?)/y
const name = /(?:[-\w\u0080-\u{10ffff}]|\\(?:[\da-f]{1,6}[ \t\n\r\f]?|[^\n\r\f]))+/iuy
const atName = new RegExp(`@${name.source}`, 'iuy')
const openBracket = /\(/y
const number = /[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?/iy
const bareUrl = /((?:[^"'()\\ \t\n\r\f]|\\(?:[\da-f]{1,6}[ \t\n\r\f]?|[^\n\r\f]))*)[ \t\n\r\f]*\)/iy
const quoteAhead = /(?=["'])/y
const restOfUrl = /(?:[^)\\]|\\[^])*\)?/y

/**
 * Splits a style sheet into tokens by the rules of CSS Syntax Level 3, as far as they matter for finding references and
 * names. The joined texts of the tokens are the style sheet, except for unclosed strings. The running time is linear in
 * the length of the style sheet.
 */
export function* cssTokens(css: string): Generator<CssToken> {
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(css)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  while (at < css.length) {
    const found = match(space)?.[0]
    if (found !== undefined) {
      yield { kind: 'space', text: found, value: '' }
      continue
    }
    const remark = css.startsWith('/*', at) ? match(comment)?.[0] : undefined
    if (remark !== undefined) {
      yield { kind: 'comment', text: remark, value: '' }
      continue
    }
    const string = match(quoted)
    if (string) {
      // A string must end on its line. Otherwise browsers ignore the declaration that contains it, so its content does
      // not matter.
      const isClosed = (string[2] ?? string[4]) !== ''
      yield { kind: 'string', text: isClosed ? string[0] : '""', value: decodeCss(string[1] ?? string[3] ?? '') }
      continue
    }
    yield nameToken(css, at, match) ?? signToken(css, at++)
  }
}

/** Reads a number, a name, a function name or an unquoted `url()` at a position; undefined if there is none of them. */
function nameToken(
  css: string,
  from: number,
  match: (pattern: RegExp) => RegExpExecArray | null,
): CssToken | undefined {
  const amount = match(number)?.[0]
  if (amount !== undefined) return { kind: 'other', text: amount, value: '' }
  const isAt = css[from] === '@'
  const written = isAt ? match(atName)?.[0] : match(name)?.[0]
  if (written === undefined) return undefined
  const value = decodeCss(isAt ? written.slice(1) : written)
  if (isAt) return { kind: 'at', text: written, value: value.toLowerCase() }
  if (css[from + written.length] !== '(') return { kind: 'ident', text: written, value }
  match(openBracket)
  const opening = `${written}(`
  if (value.toLowerCase() !== 'url') return { kind: 'function', text: opening, value: value.toLowerCase() }
  const start = opening + (match(space)?.[0] ?? '')
  if (match(quoteAhead)) return { kind: 'function', text: start, value: 'url' }
  const reference = match(bareUrl)
  if (reference !== null) return { kind: 'url', text: start + reference[0], value: decodeCss(reference[1] ?? '') }
  // An unquoted URL with a bracket or a quote in the middle is invalid in CSS and refers to nothing.
  return { kind: 'url', text: start + (match(restOfUrl)?.[0] ?? ''), value: '' }
}

function signToken(css: string, at: number): CssToken {
  return { kind: 'sign', text: css[at] ?? '', value: '' }
}

/** Decodes the escapes of a CSS string or name: `\2014` with an optional space, `\"`, and escaped line ends. */
function decodeCss(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([^]))/giu,
    (_, code?: string, lineEnd?: string, character?: string) => {
      if (lineEnd !== undefined) return ''
      if (code === undefined) return character ?? ''
      const point = Number.parseInt(code, 16)
      return point === 0 || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)
        ? '\ufffd'
        : String.fromCodePoint(point)
    },
  )
}
