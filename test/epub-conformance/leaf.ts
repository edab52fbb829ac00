import { xhtml } from './requirement.ts'

const css = 'html, body { margin: 0 } p { margin: 20px; font-size: 30px }'

/** Returns a page of a fixed size with some words; `more` is further markup after them. */
export function leaf(words: string, size = 'width=600, height=800', more = ''): string {
  return xhtml(`<p>${words}</p>${more}`, { head: `<meta name="viewport" content="${size}"/><style>${css}</style>` })
}

/** Returns the metadata of a package about its rendition. */
export function rendition(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `<meta property="rendition:${name}">${value}</meta>`)
    .join('')
}

/** The horizontal middle of the window on a desktop in pixels. */
export const middle = 1440 / 2
