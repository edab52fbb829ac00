/**
 * A function that returns the URL on this site for a reference to a file of the book, or null for any other reference.
 */
type ToHref = (reference: string) => string | null

const picture = /^data:(image\/(png|jpeg|gif|webp)|font\/[\w-]+|application\/(x-)?font-[\w-]+);base64,[\w+/=]+$/i

/**
 * This regular expression is written so that it takes linear time for any style sheet, however many brackets and spaces
 * it has.
 */
const address = /url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^()"']*))\)/gi

/**
 * Returns a copy of a book's style sheet that loads nothing from outside the book. If a reference escapes the cleaning,
 * the content security policy still blocks it; the cleaning spares browsers the blocked requests.
 */
export function cleanServedCss(css: string, toHref: ToHref): string {
  return withoutEscapes(css)
    .replace(/\/\*[^]*?(\*\/|$)/g, '')
    .replace(
      /@import\s+(?:url\(\s*)?(["']?)([^"')\s;]*)\1\s*\)?([^;]*)(;|$)/gi,
      (_, _quote, reference: string, media: string) => {
        const href = toHref(reference)
        return href === null ? '' : `@import "${href}"${media};`
      },
    )
    .replace(address, (whole, double?: string, single?: string, bare?: string) => {
      const reference = (double ?? single ?? bare ?? '').trim()
      // The URLs of @import rules have been replaced already, so they are not replaced again.
      if (reference.startsWith('/book/') && whole.includes('/entry/')) return whole
      if (reference.startsWith('#') || picture.test(reference)) return `url("${reference}")`
      const href = toHref(reference)
      return href === null ? 'url("")' : `url("${href}")`
    })
    .replace(/(?:-moz-binding|behavior)\s*:[^;}]*/gi, '')
    .replace(/expression\s*\(/gi, '(')
}

/** Decodes letters that a style sheet writes as numeric escapes, which only hostile style sheets do. */
function withoutEscapes(css: string): string {
  return css.replace(/\\0{0,4}([46][1-9a-f]|[57][\da])\s?/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Returns true for a data URL of an image of at most two million characters. */
export function isPictureData(reference: string): boolean {
  return reference.length < 2_000_000 && reference.startsWith('data:image/') && picture.test(reference)
}
