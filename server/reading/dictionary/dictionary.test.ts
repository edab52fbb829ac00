import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookUp } from './look-up.ts'

test('a character has its readings, radical, strokes, forms and level', async () => {
  const { characters, words } = await lookUp('與')
  assert.deepEqual(characters, [
    {
      character: '與',
      readings: ['yǔ', 'yú', 'yù'],
      oldReadings: [],
      radical: '臼',
      strokesBesideRadical: 8,
      strokes: 13,
      simplifiedForms: ['与'],
      traditionalForms: [],
      variantForms: [],
      level: 1,
    },
  ])
  assert.deepEqual(
    words.map(({ pinyin }) => pinyin),
    ['yú', 'yǔ', 'yù'],
  )
})

test('a word is found in both scripts, and the longest words within a longer text', async () => {
  for (const word of ['参差', '參差']) {
    const { words } = await lookUp(word)
    assert.deepEqual(
      words.map(({ traditional, pinyin }) => [traditional, pinyin]),
      [['參差', 'cēn cī']],
    )
  }
  const { words, characters } = await lookUp('窈窕淑女，君子好逑。')
  assert.deepEqual([...new Set(words.map(({ simplified }) => simplified))], ['窈窕', '淑女', '君子'])
  assert.equal(characters.length, 8)
})

test('characters beyond the basic plane are found, and unknown ones are named', async () => {
  const { characters, unknown } = await lookUp('𠀉\u{2fa1d}')
  assert.deepEqual(characters[0]?.readings, ['qiū'])
  assert.equal(characters[1]?.character, '𪘀')
  assert.deepEqual(unknown, [])
  assert.deepEqual((await lookUp('天\u{e123}')).unknown, ['\u{e123}'])
})

test('invisible characters, directions and punctuation are ignored', async () => {
  const { words } = await lookUp('\u202e参\u200b“差\ufe00”\u2069')
  assert.deepEqual(
    words.map(({ simplified }) => simplified),
    ['参差'],
  )
})

test('a text without Chinese characters or with too many is refused with a sentence', async () => {
  await assert.rejects(lookUp('hello 123 \u200b'), { message: '这里没有汉字，查不了读音' })
  await assert.rejects(lookUp('山'.repeat(25)), { message: '一次最多查 24 个字，请少选一些' })
  assert.equal((await lookUp('山'.repeat(24))).characters.length, 1)
})

test('concurrent look-ups of distant words give each its own entry', async () => {
  const texts = ['阿', '中', '人', '水', '龙', '鼻', '一', '行', '参差', '淑女']
  const answers = await Promise.all(texts.map((text) => lookUp(text)))
  assert.deepEqual(
    answers.map(({ words }) => words[0]?.simplified),
    texts,
  )
})
