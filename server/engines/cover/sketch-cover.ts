import { type PlannedBook, planCover } from './cover-choice.ts'
import { layouts } from '#server/engines/cover/layouts/layout-table.ts'
import { SketchSheet } from '#server/engines/cover/layouts/sketch-sheet.ts'
import { createRandom } from '#server/engines/cover/patterns/cover-random.ts'
import { type PatternEntry, patterns } from '#server/engines/cover/patterns/pattern-table.ts'

/**
 * Returns the drawn cover of a book as a few coloured areas, in the form that `SketchSheet` describes, for pictures as
 * small as a mark on the map. The areas lie where `drawCover` paints them, with the colours that it chooses.
 */
export function sketchCover(book: PlannedBook): string {
  const { seed, text, palette, pattern, layout } = planCover(book)
  const { isSky = false }: PatternEntry = patterns[pattern]
  const random = createRandom(`${seed}:drawing`)
  const sheet = new SketchSheet({ text: { ...text, seal: '' }, palette, random, isSky })
  layouts[layout].lay(sheet)
  return sheet.sketch
}
