import { layGrand, layScroll, laySlip, laySplit } from './column-layouts.ts'
import { layGlyph, layHorizon, layMoon, layPlate } from './ground-layouts.ts'
import { layBand, layVignette } from './paper-layouts.ts'
import { layWindow } from './window-layout.ts'
import { createRandom } from '#server/engines/cover/patterns/cover-random.ts'
import { fitsColumns, type CoverSheet, type SheetText } from './cover-sheet.ts'
import type { Weight } from '#server/engines/cover/type/glyph-outlines.ts'
import { type PatternEntry, type PatternName, patterns } from '#server/engines/cover/patterns/pattern-table.ts'

interface LayoutEntry {
  lay: (sheet: CoverSheet) => void
  /** Font weight of the title in this cover layout. */
  weight: Weight
  /** How often this cover layout is chosen, relative to the other layouts that fit a book. */
  share: number
  /** Whether this cover layout always sets the title in vertical columns. */
  needsColumns?: boolean
  /** The largest number of characters of a title for which this cover layout has room; any number if undefined. */
  maxChars?: number
  /**
   * The kind of background pattern that this cover layout requires; any kind if undefined. A landscape scene looks
   * wrong when it is cut to a narrow strip, and a textile pattern cannot stand in for a landscape.
   */
  suits?: 'scene' | 'textile'
}

export const layouts = {
  slip: { lay: laySlip, weight: 700, share: 1.3, needsColumns: true, maxChars: 13 },
  band: { lay: layBand, weight: 700, share: 1.3 },
  split: { lay: laySplit, weight: 700, share: 1, needsColumns: true, maxChars: 14 },
  vignette: { lay: layVignette, weight: 500, share: 0.9 },
  grand: { lay: layGrand, weight: 900, share: 0.9, maxChars: 8, suits: 'textile' },
  scroll: { lay: layScroll, weight: 700, share: 0.7, needsColumns: true, maxChars: 12 },
  moon: { lay: layMoon, weight: 700, share: 1.1 },
  plate: { lay: layPlate, weight: 700, share: 0.9 },
  window: { lay: layWindow, weight: 700, share: 0.8 },
  horizon: { lay: layHorizon, weight: 700, share: 1.5, suits: 'scene' },
  glyph: { lay: layGlyph, weight: 700, share: 0.7, maxChars: 14, suits: 'textile' },
} as const satisfies Record<string, LayoutEntry>

export type LayoutName = keyof typeof layouts

export function chooseLayout(
  text: Pick<SheetText, 'title' | 'subtitle'>,
  pattern: PatternName,
  seed: string,
): LayoutName {
  const length = [...text.title].length
  const hasHan = /\p{Script=Han}/u.test(text.title)
  const { isScene = false }: PatternEntry = patterns[pattern]
  const fitting = (Object.entries(layouts) as [LayoutName, LayoutEntry][]).filter(
    ([name, { needsColumns, maxChars = Infinity, suits }]) => {
      if (suits && (suits === 'scene') !== isScene) return false
      return !(needsColumns && !fitsColumns(text)) && length <= maxChars && !(name === 'glyph' && !hasHan)
    },
  )
  return createRandom(`${seed}:layout`).pickWeighted(fitting.map(([name, { share }]) => [name, share] as const))
}
