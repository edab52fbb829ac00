import assert from 'node:assert/strict'
import { sheetHeight, sheetWidth } from '#server/engines/cover/layouts/cover-sheet.ts'
import type { CoverBook } from './cover-book.ts'
import { boundsOf } from '#server/engines/cover/type/text-ink.ts'
import type { PlacedGlyph } from '#server/engines/cover/type/text-setting.ts'

/** Fixtures and assertions that the tests of drawn book covers share. */

export type Kind = CoverBook['tags'][number]['kind']

export function newBook(overrides: Partial<CoverBook> = {}): CoverBook {
  const tags: CoverBook['tags'] = [
    { name: '乡土', kind: 'subject' },
    { name: '晚清民国', kind: 'era' },
    { name: '湘西', kind: 'region' },
  ]
  return { id: 'a', title: '边城', authors: ['沈从文'], tags, publishedYear: null, ...overrides }
}

export function assertInside(placed: PlacedGlyph[], description: string): void {
  const bounds = boundsOf(placed)
  assert.ok(bounds, `${description}: has no text`)
  assert.ok(bounds.x >= 10 && bounds.y >= 10, `${description}: starts at ${bounds.x}, ${bounds.y}`)
  const [right, foot] = [bounds.x + bounds.width, bounds.y + bounds.height]
  assert.ok(right <= sheetWidth - 10 && foot <= sheetHeight - 10, `${description}: ends at ${right}, ${foot}`)
}

/**
 * Asserts that an SVG is well-formed: matching tags, quoted and unique attributes, no stray special characters and no
 * invalid numbers.
 */
export function assertWellFormed(svg: string): void {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<&]*")*)(\/?)>/g,
    (_, end: string, name: string, attributes: string, empty: string) => {
      const names = [...attributes.matchAll(/ ([\w:-]+)=/g)].map((match) => match[1])
      assert.equal(new Set(names).size, names.length, `an attribute twice in ${name}`)
      if (end) assert.equal(open.pop(), name)
      else if (!empty) open.push(name)
      return ''
    },
  )
  assert.deepEqual(open, [])
  assert.doesNotMatch(rest.replace(/&#\d+;/g, ''), /[<>&]/)
  assert.doesNotMatch(svg, /NaN|undefined|Infinity|null/)
  assert.doesNotMatch(svg, /[\u0000-\u001f\ufffe\uffff]/)
  assert.ok(svg.isWellFormed())
}
