import type { PageSize } from './fixed-page.ts'

export interface Stage extends PageSize {
  zoom: 'page' | 'width'
}

/**
 * Maximum width in pixels of a strip (pictures that scroll without gaps, as in a webtoon), unless the user chose the
 * width of the window.
 */
const maxStripWidth = 800

/**
 * Returns the factor by which the pages of a spread (two pages side by side) are scaled, so that they fit into the
 * window, or only into its width. Next to a page without a partner, a space of the same width stays empty.
 */
export function scaleOfSpread(sizes: PageSize[], isHalf: boolean, { width, height, zoom }: Stage): number {
  const total = sizes.reduce((sum, size) => sum + size.width, 0) * (isHalf ? 2 : 1)
  const across = width / total
  return zoom === 'width' ? across : Math.min(across, height / Math.max(...sizes.map((size) => size.height)))
}

/**
 * Returns the factor by which one of several pages that stand below each other is scaled, or a part of a strip (see
 * `maxStripWidth`).
 */
export function scaleOfScrolled(size: PageSize, isStrip: boolean, { width, height, zoom }: Stage): number {
  const across = width / size.width
  if (zoom === 'width') return across
  return Math.min(across, isStrip ? maxStripWidth / size.width : height / size.height)
}
