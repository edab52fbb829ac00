import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centuryColumns } from './century-columns.ts'

const book = (century: number) => ({ century, countBooks: 1 })
const names = (columns: { name: string; count: number }[]) => columns.map(({ name, count }) => `${name}:${count}`)

test('the columns of centuries have no gaps and no century 0', () => {
  const { recent, earlier } = centuryColumns([book(-2), book(1), book(3)])
  assert.deepEqual(names(recent), ['前 2:1', '前 1:0', '1:1', '2:0', '3:1'])
  assert.deepEqual(earlier, [])
})

test('more than fourteen centuries are divided, without empty columns at the place of division', () => {
  const { recent, earlier } = centuryColumns([book(-5), book(-4), book(9), book(20)])
  assert.deepEqual(names(earlier), ['前 5:1', '前 4:1'])
  assert.deepEqual([recent[0], recent.at(-1), recent.length], [{ name: '9', count: 1 }, { name: '20', count: 1 }, 12])
})

test('no centuries have no columns', () => {
  assert.deepEqual(centuryColumns([]), { recent: [], earlier: [] })
})
