import assert from 'node:assert/strict'
import { sheetHeight, sheetWidth } from '#server/cover/layouts/cover-sheet.ts'
import type { CoverBook } from './cover-book.ts'
import { boundsOf } from '#server/cover/type/text-ink.ts'
import type { PlacedGlyph } from '#server/cover/type/text-setting.ts'

/** What the tests of the covers start from and look for. */

export type Kind = CoverBook['tags'][number]['kind']

export function newBook(overrides: Partial<CoverBook> = {}): CoverBook {
  const tags: CoverBook['tags'] = [
    { name: '乡土', kind: 'subject' },
    { name: '晚清民国', kind: 'era' },
    { name: '湘西', kind: 'region' },
  ]
  return { id: 'a', title: '边城', authors: ['沈从文'], tags, ...overrides }
}

export function assertInside(placed: PlacedGlyph[], what: string): void {
  const bounds = boundsOf(placed)
  assert.ok(bounds, `${what}: no type at all`)
  assert.ok(bounds.x >= 10 && bounds.y >= 10, `${what}: starts at ${bounds.x}, ${bounds.y}`)
  const [right, foot] = [bounds.x + bounds.width, bounds.y + bounds.height]
  assert.ok(right <= sheetWidth - 10 && foot <= sheetHeight - 10, `${what}: ends at ${right}, ${foot}`)
}

/** A small, strict reader: tags in pairs, attributes quoted and once only, no stray signs, no NaN. */
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
