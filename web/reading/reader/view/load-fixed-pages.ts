import type { Outline } from '#shared/api/reader/reading.ts'
import { isFixedLayout } from './page-spreads.ts'
import type { FixedPages } from './fixed-pages.ts'

/** Returns the element for pages of a fixed size, or null if the book has no such pages. */
export async function loadFixedPages({ sections }: Outline): Promise<FixedPages | null> {
  if (!sections.some(isFixedLayout)) return null
  const { FixedPages } = await import('./fixed-pages.ts')
  return new FixedPages()
}
