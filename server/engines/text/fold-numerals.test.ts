import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldNumerals } from './fold-numerals.ts'
import { foldText } from './fold-text.ts'

const forms: Record<string, string | undefined> = {
  一九八四: '1984',
  二〇〇八年: '2008 年',
  '三体 第二部': '三体 2',
  '三体Ⅱ：黑暗森林': undefined,
  '三体 III': '三体 3',
  盗墓笔记三: '盗墓笔记 3',
  '盗墓笔记（壹）': '盗墓笔记 1',
  盗墓笔记03: '盗墓笔记 3',
  '冰与火之歌 卷三': '冰与火之歌 3',
  一千零一夜: '1001 夜',
  万历十五年: '万历 15 年',
  唐诗三百首: '唐诗 300 首',
  第七天: '第7 天',
  三国演义: undefined,
  那不勒斯四部曲: undefined,
  civil: undefined,
  百年孤独: undefined,
}

test('numbers are written in digits', () => {
  for (const [typed, form] of Object.entries(forms))
    assert.equal(foldNumerals(foldText(typed))?.text.trim(), form, typed)
})
