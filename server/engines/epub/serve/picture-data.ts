import { decodeMarkup } from './decode-markup.ts'

/** A picture or font in a data URL that browsers show without being able to run anything in it. */
const harmless =
  /^data:(image\/(png|jpeg|gif|webp|avif)|font\/[\w-]+|application\/(x-)?font-[\w-]+)(;charset=[\w-]+)?;base64,[\w+/=\s]+$/i
const drawing = /^data:image\/svg\+xml(?:;(?!base64)[\w-]+(?:=[^;,]*)?)*(;base64)?,/i
const maxLength = 4_000_000

export function isDataUrl(reference: string): boolean {
  return /^\s*data:/i.test(reference)
}

/**
 * Returns a data URL with a picture or font in the form in which browsers may receive it: an SVG drawing is cleaned by
 * `cleanDrawing`, and left out without it. Returns null for data URLs of other kinds and for very long ones.
 */
export function cleanData(reference: string, cleanDrawing?: (source: string) => string): string | null {
  const trimmed = reference.trim()
  if (trimmed.length > maxLength) return null
  if (harmless.test(trimmed)) return trimmed.replace(/\s+/g, '')
  const [start, base64] = drawing.exec(trimmed) ?? []
  if (start === undefined || cleanDrawing === undefined) return null
  // A fragment after the drawing, such as `#icon`, is left out.
  const data = trimmed.slice(start.length).replace(/(?<=(>|%3e)\s*)#[\w-]*$/i, '')
  const bytes = base64 === undefined ? percentDecoded(data) : Buffer.from(percentDecoded(data).toString(), 'base64')
  const cleaned = cleanDrawing(decodeMarkup(bytes))
  return cleaned === '' ? null : `data:image/svg+xml;base64,${Buffer.from(cleaned).toString('base64')}`
}

function percentDecoded(text: string): Buffer {
  const parts = text.split(/((?:%[\da-f]{2})+)/i)
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(part.replaceAll('%', ''), 'hex'))),
  )
}
