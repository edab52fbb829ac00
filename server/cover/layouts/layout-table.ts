import { layGrand, layScroll, laySlip, laySplit } from './column-layouts.ts'
import { layGlyph, layHorizon, layMoon, layPlate } from './ground-layouts.ts'
import { layBand, layVignette } from './paper-layouts.ts'
import { layWindow } from './window-layout.ts'
import { createRandom } from '#server/cover/patterns/cover-random.ts'
import { canStand, type CoverSheet, type SheetText } from './cover-sheet.ts'
import type { Weight } from '#server/cover/type/glyph-outlines.ts'
import { type PatternEntry, type PatternName, patterns } from '#server/cover/patterns/pattern-table.ts'

export interface LayoutEntry {
  lay: (sheet: CoverSheet) => void
  /** Of the title. */
  weight: Weight
  /** How often it comes, where it can. */
  share: number
  /** In columns only. */
  isStanding?: boolean
  mostChars?: number
  /** A view, cut to a strip, is lost; a cloth makes no view. */
  suits?: 'scene' | 'cloth'
}

export const layouts = {
  slip: { lay: laySlip, weight: 700, share: 1.3, isStanding: true, mostChars: 13 },
  band: { lay: layBand, weight: 700, share: 1.3 },
  split: { lay: laySplit, weight: 700, share: 1, isStanding: true, mostChars: 14 },
  vignette: { lay: layVignette, weight: 500, share: 0.9 },
  grand: { lay: layGrand, weight: 900, share: 0.9, mostChars: 8, suits: 'cloth' },
  scroll: { lay: layScroll, weight: 700, share: 0.7, isStanding: true, mostChars: 12 },
  moon: { lay: layMoon, weight: 700, share: 1.1 },
  plate: { lay: layPlate, weight: 700, share: 0.9 },
  window: { lay: layWindow, weight: 700, share: 0.8 },
  horizon: { lay: layHorizon, weight: 700, share: 1.5, suits: 'scene' },
  glyph: { lay: layGlyph, weight: 700, share: 0.7, mostChars: 14, suits: 'cloth' },
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
    ([name, { isStanding, mostChars = 99, suits }]) => {
      if (suits && (suits === 'scene') !== isScene) return false
      return !(isStanding && !canStand(text)) && length <= mostChars && !(name === 'glyph' && !hasHan)
    },
  )
  return createRandom(`${seed}:layout`).weigh(fitting.map(([name, { share }]) => [name, share] as const))
}
