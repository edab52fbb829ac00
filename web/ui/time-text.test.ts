import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayText, formatTime, timeText } from './time-text.ts'

test('a time is formatted in the time zone of China', () => {
  assert.equal(timeText('2026-12-31T16:30:00.000Z'), '2027-01-01 00:30')
  assert.equal(dayText('2026-12-31T16:30:00.000Z'), '2027-01-01')
})

test('the year is omitted if it is the current year in China', (t) => {
  // The mocked time is one hour into the new year in China, while the old year still lasts in Europe and America.
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-12-31T17:00:00.000Z') })
  assert.match(formatTime('2026-12-31T16:30:00.000Z'), /^1月1日/)
  assert.match(formatTime('2026-12-31T15:30:00.000Z'), /^2026年12月31日/)
})
