import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Section } from '#shared/api/reader/reading.ts'
import { listSpreads, runAround } from './page-spreads.ts'

const page = (side?: Section['side']): Section => ({
  path: '',
  size: 1,
  isAside: false,
  layout: 'fixed',
  ...(side && { side }),
})
/** Describes spreads as text: `0|1` for two pages, `_|1` for a page alone on the right, `2` for one in the middle. */
function describe(sections: Section[], isRightToLeft = false, isDouble = true): string[] {
  return listSpreads(sections, [0, sections.length - 1], { isRightToLeft, isDouble }).map((spread) => {
    const at = (side: string) => spread.find((each) => each.side === side)?.index
    return at('center') === undefined ? `${at('left') ?? '_'}|${at('right') ?? '_'}` : `${at('center')}`
  })
}

test('fixed pages in spreads', async (t) => {
  await t.test('stand in pairs if they ask for no side', () => {
    assert.deepEqual(describe([page(), page(), page()]), ['0|1', '2|_'])
    assert.deepEqual(describe([page(), page(), page()], true), ['1|0', '_|2'])
  })
  await t.test('stand alone if the window or the book has room for one', () =>
    assert.deepEqual(describe([page('left'), page('right')], false, false), ['0', '1']),
  )
  await t.test('stand on the side for which they ask, beside an empty side if need be', () => {
    assert.deepEqual(describe([page('right'), page('left'), page('right'), page('left')]), ['_|0', '1|2', '3|_'])
    assert.deepEqual(describe([page('left'), page('right'), page('left')], true), ['0|_', '2|1'])
  })
  await t.test('stand in the middle if they ask for it, and break the pairs', () =>
    assert.deepEqual(describe([page('center'), page(), page('center'), page(), page()]), ['0', '1|_', '2', '3|4']),
  )
  await t.test('form a run up to the next section of another layout', () => {
    const text: Section = { ...page(), layout: 'reflowable' }
    assert.deepEqual(runAround([text, page(), page(), text, page()], 2), [1, 2])
  })
})
