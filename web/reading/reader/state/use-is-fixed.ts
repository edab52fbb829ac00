import { isFixedLayout } from '#web/reading/reader/view/page-spreads.ts'
import { useReader } from './reader-store.ts'

/**
 * React hook that returns whether the reader shows pages of a fixed size, to which settings of the text do not apply.
 */
export function useIsFixed(): boolean {
  return useReader(({ position, outline }) => isFixedLayout(outline?.sections[position?.section ?? -1]))
}
