import type { Section } from '#shared/api/reader/reading.ts'

interface SpreadPage {
  /** Index of the section of the book that is the page. */
  index: number
  side: 'left' | 'right' | 'center'
}

/** One page, or two pages side by side, in reading order. */
export type Spread = SpreadPage[]

interface SpreadOptions {
  isRightToLeft: boolean
  /** Whether two pages stand side by side. */
  isDouble: boolean
}

/**
 * Returns the spreads of the fixed pages from index `first` to `last` in reading order. Each page stands on the side
 * (left or right) that it requests; the other side stays empty if no neighbouring page can stand there.
 */
export function listSpreads(
  sections: Section[],
  [first, last]: Run,
  { isRightToLeft, isDouble }: SpreadOptions,
): Spread[] {
  const [opening, closing] = isRightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const spreads: Spread[] = []
  let open: Spread | null = null
  for (let index = first; index <= last; index += 1) {
    const { side, isAside } = sections[index] ?? { side: 'center', isAside: false }
    const begun: Spread | null = open
    open = null
    if (!isDouble || side === 'center' || isAside) spreads.push([{ index, side: 'center' }])
    else if (begun !== null && side !== opening) begun.push({ index, side: closing })
    else {
      const page: SpreadPage = { index, side: side ?? opening }
      const spread = [page]
      spreads.push(spread)
      if (page.side === opening) open = spread
    }
  }
  return spreads
}

/** The indexes of the first and last of neighbouring sections with the same layout. */
export type Run = [first: number, last: number]

/** Returns the run of sections with the same layout around a section. */
export function runAround(sections: Section[], index: number): Run {
  const isSame = (at: number) => sections[at] !== undefined && sections[at].layout === sections[index]?.layout
  let [first, last] = [index, index]
  while (isSame(first - 1)) first -= 1
  while (isSame(last + 1)) last += 1
  return [first, last]
}

/**
 * Returns whether a section is a page of a fixed size or a part of a strip, which is a series of pictures that scroll
 * without gaps.
 */
export function isFixedLayout(section: Section | undefined): boolean {
  return section?.layout === 'fixed' || section?.layout === 'roll'
}

/** Returns whether only sections aside from the reading order, such as notes, follow a section. */
export function isLastInOrder(sections: readonly Section[], index: number): boolean {
  return sections.every(({ isAside }, at) => isAside || at <= index)
}
