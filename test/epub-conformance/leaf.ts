import { xhtml } from './requirement.ts'

const css = 'html, body { margin: 0 } p { margin: 20px; font-size: 30px }'

/** Returns an XHTML page of a fixed size that contains the text `words`, followed by the markup `more`. */
export function leaf(words: string, size = 'width=600, height=800', more = ''): string {
  return xhtml(`<p>${words}</p>${more}`, { head: `<meta name="viewport" content="${size}"/><style>${css}</style>` })
}

/** Returns `meta` elements for an EPUB package that set properties of its rendition, such as `layout` and `spread`. */
export function rendition(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `<meta property="rendition:${name}">${value}</meta>`)
    .join('')
}

/** The x coordinate in pixels of the middle of a desktop window. */
export const middle = 1440 / 2
