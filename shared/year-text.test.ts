import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centuryText, lifeText, yearsText, yearText } from './year-text.ts'

test('years and centuries before the common era are 公元前, and the end of a range does not repeat it', () => {
  assert.deepEqual([yearText(-221), yearText(1902)], ['公元前 221 年', '1902 年'])
  assert.deepEqual(
    [yearsText(1938, 1946), yearsText(-770, -256), yearsText(-27, 14), yearsText(-221, -221)],
    ['1938—1946 年', '公元前 770—前 256 年', '公元前 27—公元 14 年', '公元前 221 年'],
  )
  assert.deepEqual([centuryText(-5), centuryText(20)], ['公元前 5 世纪', '20 世纪'])
})

test('the years of a life say which of them are uncertain', () => {
  const sure = (year: number) => ({ year, circa: false })
  const about = (year: number) => ({ year, circa: true })
  assert.equal(lifeText({ born: sure(-551), died: sure(-479) }), '公元前 551—前 479')
  assert.equal(lifeText({ born: about(-340), died: about(-278) }), '约公元前 340—约前 278')
  assert.equal(lifeText({ born: about(1715), died: sure(1763) }), '约 1715—1763')
  assert.equal(lifeText({ born: sure(1902), died: null }), '1902 年生')
  assert.equal(lifeText({ born: null, died: about(-399) }), '约公元前 399 年去世')
  assert.equal(lifeText({ born: null, died: null }), null)
})
