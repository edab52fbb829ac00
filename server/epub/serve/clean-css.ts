/** Where a reference in a book leads inside the book, as an address of this site; null for anything else. */
export type ToHref = (reference: string) => string | null

const picture = /^data:(image\/(png|jpeg|gif|webp)|font\/[\w-]+|application\/(x-)?font-[\w-]+);base64,[\w+/=]+$/i

/** Each character is looked at a fixed number of times, however many brackets and spaces there are. */
const address = /url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^()"']*))\)/gi

/**
 * A style sheet that asks for nothing outside its book. What slips through written in escapes is refused by the policy
 * the text is sent with; this keeps honest books from asking in vain.
 */
export function cleanStyle(css: string, toHref: ToHref): string {
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
      // Those of @import are done.
      if (reference.startsWith('/book/') && whole.includes('/entry/')) return whole
      if (reference.startsWith('#') || picture.test(reference)) return `url("${reference}")`
      const href = toHref(reference)
      return href === null ? 'url("")' : `url("${href}")`
    })
    .replace(/(?:-moz-binding|behavior)\s*:[^;}]*/gi, '')
    .replace(/expression\s*\(/gi, '(')
}

/** Letters may be written by their number, which nobody does who means well. */
function withoutEscapes(css: string): string {
  return css.replace(/\\0{0,4}([46][1-9a-f]|[57][\da])\s?/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Pictures written into the text itself. */
export function isPictureData(reference: string): boolean {
  return reference.length < 2_000_000 && reference.startsWith('data:image/') && picture.test(reference)
}
