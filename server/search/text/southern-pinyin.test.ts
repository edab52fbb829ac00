import assert from 'node:assert/strict'
import { test } from 'node:test'
import { southernForm, southernSyllables, splitSyllables } from './southern-pinyin.ts'

test('southern spellings share a form with the syllables that they stand for', () => {
  assert.equal(southernForm('zhang'), southernForm('zan'))
  assert.equal(southernForm('nan'), southernForm('lang'))
  assert.deepEqual(southernSyllables('zi'), ['zhi', 'zi'])
  assert.deepEqual(southernSyllables('son'), ['song'])
})

test('letters are split into syllables around letters that belong to none', () => {
  assert.deepEqual(splitSyllables('hongloumeng'), [['hong', 'lou', 'meng']])
  assert.deepEqual(splitSyllables('yiqianligyiye'), [
    ['yi', 'qian', 'li'],
    ['yi', 'ye'],
  ])
  assert.deepEqual(splitSyllables('sonlin'), [['son', 'lin']])
})
