import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentsRows, visibleRows } from './contents-tree.ts'

const labelsOf = (rows: readonly { label: string }[]) => rows.map(({ label }) => label)

/** Returns a table of contents with parts of 30 chapters each; each first chapter has a section. */
function bookOf(parts: number) {
  return Array.from({ length: parts }, (_, part) => [
    { label: `卷${part}`, depth: 0 },
    ...Array.from({ length: 30 }, (_, chapter) => ({ label: `${part}-${chapter}`, depth: 1 })).toSpliced(1, 0, {
      label: `${part}-0-0`,
      depth: 2,
    }),
  ]).flat()
}

test('entries know the entries around them, even if depths skip a level', () => {
  const rows = contentsRows([
    { label: '序', depth: 0 },
    { label: '上', depth: 0 },
    { label: '一', depth: 2 },
    { label: '甲', depth: 3 },
    { label: '下', depth: 0 },
  ])
  assert.deepEqual(
    rows.map(({ ancestors }) => ancestors),
    [[], [], [1], [1, 2], []],
  )
  assert.deepEqual(labelsOf(rows.filter(({ hasChildren }) => hasChildren)), ['上', '一'])
})

test('a short table of contents is not folded', () => {
  const rows = contentsRows(bookOf(1))
  assert.equal(visibleRows(rows, undefined, new Map()).length, rows.length)
})

test('a long one shows the branch of the current chapter and those that the user opens', () => {
  const rows = contentsRows(bookOf(3))
  const current = rows.find(({ label }) => label === '1-7')
  const shown = labelsOf(visibleRows(rows, current, new Map()))
  assert.equal(shown.length, 3 + 30)
  assert.deepEqual(shown.slice(0, 4), ['卷0', '卷1', '1-0', '1-1'])
  const toggled = new Map([
    [current?.ancestors[0] ?? -1, false],
    [0, true],
    [1, true],
  ])
  const own = labelsOf(visibleRows(rows, current, toggled))
  assert.deepEqual(own.slice(0, 4), ['卷0', '0-0', '0-0-0', '0-1'])
  assert.equal(own.includes('1-7'), false)
})
