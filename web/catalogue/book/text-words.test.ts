import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingTimeText } from './text-words.ts'

test('the time to read a text is given in steps of five minutes, and of half an hour from an hour on', () => {
  const told = [1, 4100, 21_800, 24_000, 100_000].map(readingTimeText)
  assert.deepEqual(told, ['约读 5 分钟', '约读 10 分钟', '约读 55 分钟', '约读 1 小时', '约读 4 小时'])
})
