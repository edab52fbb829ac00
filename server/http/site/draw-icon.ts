import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import type { SiteLogo } from './site-logo.ts'

export interface Icon {
  /** Width and height in pixels. */
  size: number
  /** Whether the logo leaves a wide margin, because systems cut such icons to a circle or another shape. */
  isMaskable?: boolean
}

export const iconBackground = '#fffdf9'
const shippedLogo = resolve(import.meta.dirname, '../../../web/public/favicon.svg')
/**
 * Width and height of the logo in mails in pixels. Mails show it at half this size, so that it is sharp on dense
 * screens.
 */
const mailSize = 96

/** Returns the picture of the operator's logo, or of the program's own. */
export function readLogoBytes(logo: SiteLogo | null): Buffer {
  return logo?.bytes ?? readFileSync(shippedLogo)
}

/** Draws the picture of a logo as a square PNG. Rejects if it is no picture. */
export async function drawIcon(logo: Buffer, { size, isMaskable = false }: Icon): Promise<Buffer> {
  const sharp = await loadSharp()
  const margin = isMaskable ? Math.round(size * 0.14) : 0
  const inner = size - 2 * margin
  return sharp(logo, { density: 600 })
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: iconBackground })
    .flatten(isMaskable ? { background: iconBackground } : false)
    .png()
    .toBuffer()
}

/**
 * Returns the function that draws the logo for mails, once for all. Many mail programs show no SVG, but all show PNG.
 */
export function mailLogo(logo: SiteLogo | null): () => Promise<Buffer> {
  let drawn: Promise<Buffer> | undefined
  return () => (drawn ??= drawIcon(readLogoBytes(logo), { size: mailSize }))
}
