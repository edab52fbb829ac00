import type { ReadingSettings } from './reading-settings.ts'

/** Layout of the book's pages, in the terms of foliate-js. */
export interface PageLayout {
  isScrolled: boolean
  isVertical: boolean
  /** Width of a column in pixels. In vertical writing a column is as high as this. */
  column: number
  maxColumns: number
  /** Whether the pages have two columns even if the window has no room for two columns of full width. */
  hasTwoColumns: boolean
  /** Space at both ends of the lines and between columns, as a fraction of the window. */
  gap: number
  /** Space in pixels at the two sides that are parallel to the lines. */
  margin: number
}

const gaps = { narrow: 0.03, medium: 0.06, wide: 0.1 } as const
const horizontalMargins = { narrow: 14, medium: 28, wide: 48 } as const
const verticalMargins = { narrow: 24, medium: 40, wide: 64 } as const

/**
 * Ratio of the line width for alphabetic text to that for Chinese text with the same setting. A letter is about half as
 * wide as a Chinese character, so a line as wide as 36 characters would have about 75 letters, which is tiring to read.
 */
const alphabeticShare = 0.85

/** Returns the layout of the pages for the settings of the user and the language of the book. */
export function pageLayout(settings: ReadingSettings, language: string): PageLayout {
  const { flow, size, width, isVertical, margins, columns } = settings
  const isAlphabetic = language !== '' && !/^(zh|lzh|yue|ja|ko)\b/i.test(language)
  return {
    isScrolled: flow === 'scrolled',
    isVertical,
    column: Math.round(size * width * (isAlphabetic ? alphabeticShare : 1)),
    maxColumns: columns === 'one' ? 1 : 2,
    hasTwoColumns: columns === 'two',
    gap: gaps[margins],
    margin: (isVertical ? verticalMargins : horizontalMargins)[margins],
  }
}

/**
 * Returns the attributes of the paginator for a layout in a window of the given size. foliate-js makes as many columns
 * as fit, so two columns in a small window need a smaller column width. A window that is higher than wide has one
 * column, and in vertical writing only such a window has two.
 */
export function layoutAttributes(layout: PageLayout, { width, height }: { width: number; height: number }) {
  const { isScrolled, isVertical, gap, margin, maxColumns } = layout
  const isPortrait = height >= width
  const isDivided = layout.hasTwoColumns && !isScrolled && isPortrait === isVertical
  const room = isVertical ? height - 2 * margin : width * (1 - gap)
  const column = isDivided ? Math.min(layout.column, Math.floor(room / 2)) : layout.column
  return {
    flow: isScrolled ? 'scrolled' : 'paginated',
    gap: `${gap * 100}%`,
    margin: `${margin}px`,
    'max-inline-size': `${Math.max(column, 1)}px`,
    'max-block-size': isVertical ? '1400px' : '1600px',
    'max-column-count': `${maxColumns}`,
  }
}
