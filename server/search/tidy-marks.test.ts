import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tidyMarks } from './tidy-marks.ts'

/** Reads a text whose marked parts are in braces, tidies the marks, and returns it in the same form. */
function tidied(shown: string): string {
  const text = shown.replaceAll(/[{}]/g, '')
  const marks: [number, number][] = []
  let length = 0
  for (const character of shown) {
    if (character === '{') marks.push([length, length])
    else if (character === '}') marks.at(-1)?.splice(1, 1, length)
    else length += character.length
  }
  return tidyMarks(text, marks)
    .toReversed()
    .reduce((rest, [start, end]) => `${rest.slice(0, start)}{${rest.slice(start, end)}}${rest.slice(end)}`, text)
}

test('a highlight covers whole words of letters and never half a pair of brackets', () => {
  const cases = {
    'Agatha C{hristie}': 'Agatha {Christie}',
    '{Garc}ía Márquez': '{García} Márquez',
    '1Q{84}': '{1Q84}',
    '的{C程}序': '的{C程}序',
    '{追忆似水年华（第三卷}）': '{追忆似水年华（第三卷）}',
    '明朝那些事儿（{第一卷）}': '明朝那些事儿{（第一卷）}',
    '{三体（第一}部）': '{三体}（{第一}部）',
    '魔戒（第{二部）外传}': '魔戒（第{二部}）{外传}',
    '{《论语》}译注': '{《论语》}译注',
    '{红}{楼}梦': '{红楼}梦',
  }
  for (const [shown, expected] of Object.entries(cases)) assert.equal(tidied(shown), expected)
})
