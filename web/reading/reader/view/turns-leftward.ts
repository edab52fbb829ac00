import type { Outline } from '#shared/api/reader/reading.ts'
import { isFixedLayout } from './page-spreads.ts'

/**
 * Returns whether the next page is on the left: in vertical Chinese text, and in books in scripts such as Arabic. Pages
 * of a fixed size are never set in vertical text by the reader.
 */
export function turnsLeftward(outline: Outline | null, section: number, isVertical: boolean): boolean {
  return outline?.isRightToLeft === true || (isVertical && !isFixedLayout(outline?.sections[section]))
}
