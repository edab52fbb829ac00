import assert from 'node:assert/strict'
import { test } from 'node:test'
import { southernForm, southernSyllables, splitLetters } from './southern-pinyin.ts'

test('southern spellings share a form with the syllables that they stand for', () => {
  assert.equal(southernForm('zhang'), southernForm('zan'))
  assert.equal(southernForm('nan'), southernForm('lang'))
  assert.deepEqual(southernSyllables('zi'), ['zhi', 'zi'])
  assert.deepEqual(southernSyllables('son'), ['song'])
})

test('letters are split into syllables and letters that belong to none', () => {
  const split = (letters: string) =>
    splitLetters(letters)
      .map(({ text, isSyllable }) => (isSyllable ? text : `(${text})`))
      .join(' ')
  assert.equal(split('hongloumeng'), 'hong lou meng')
  assert.equal(split('yiqianligyiye'), 'yi qian li (g) yi ye')
  assert.equal(split('sonlin'), 'son lin')
})
