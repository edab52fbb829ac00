import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutAttributes, pageLayout } from './page-layout.ts'
import type { ReadingSettings } from './reading-settings.ts'

const settings: ReadingSettings = {
  flow: 'paged',
  zoom: 'page',
  font: 'system',
  size: 20,
  spacing: 18,
  width: 40,
  margins: 'medium',
  columns: 'auto',
  foot: 'percent',
  paper: 'system',
  script: 'original',
  pinyin: 'none',
  highlight: 'yellow',
  isVertical: false,
  isIndented: true,
}
const wide = { width: 1000, height: 600 }
const high = { width: 600, height: 1000 }

function attributesOf(change: Partial<ReadingSettings>, window = wide, language = 'zh-Hans') {
  return layoutAttributes(pageLayout({ ...settings, ...change }, language), window)
}

test('a line has the chosen number of Chinese characters, and is shorter in alphabets', () => {
  assert.equal(attributesOf({})['max-inline-size'], '800px')
  assert.equal(attributesOf({}, wide, '')['max-inline-size'], '800px')
  assert.equal(attributesOf({}, wide, 'en-GB')['max-inline-size'], '680px')
})

test('one column stays one, and two columns share a window that is wider than high', () => {
  assert.equal(attributesOf({ columns: 'one' })['max-column-count'], '1')
  const two = attributesOf({ columns: 'two' })
  assert.deepEqual([two['max-column-count'], two['max-inline-size']], ['2', '470px'])
  assert.equal(attributesOf({ columns: 'two' }, high)['max-inline-size'], '800px')
  assert.equal(attributesOf({ columns: 'two', flow: 'scrolled' })['max-inline-size'], '800px')
})

test('vertical writing has two columns, one above the other, in a window that is higher than wide', () => {
  assert.equal(attributesOf({ columns: 'two', isVertical: true })['max-inline-size'], '800px')
  assert.equal(attributesOf({ columns: 'two', isVertical: true }, high)['max-inline-size'], '460px')
})

test('the margins grow with the setting', () => {
  const gaps = (['narrow', 'medium', 'wide'] as const).map((margins) => attributesOf({ margins }))
  assert.deepEqual(
    gaps.map(({ gap, margin }) => [gap, margin]),
    [
      ['3%', '14px'],
      ['6%', '28px'],
      ['10%', '48px'],
    ],
  )
})
