import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesText, durationText } from './duration-text.ts'

test('a reading time is given in hours and whole minutes', () => {
  const times = [0, 59, 60, 119, 3599, 3600, 3660, 11_130].map(durationText)
  assert.deepEqual(times, [
    '不到 1 分钟',
    '不到 1 分钟',
    '1 分钟',
    '1 分钟',
    '59 分钟',
    '1 小时',
    '1 小时 1 分钟',
    '3 小时 5 分钟',
  ])
  assert.equal(minutesText(0), '0 分钟')
})
