import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf } from '#web/reading/reader/view/text-amount.ts'
import { addSample, minutesFor, type PaceSamples } from './reading-pace.ts'

const none: PaceSamples = { characters: [], words: [] }
const page = { characters: 400, words: 0 }

function samplesOf(minutes: number[]): PaceSamples {
  return minutes.reduce((samples, each) => addSample(samples, page, each * 60_000), none)
}

test('characters and words are counted, punctuation and spaces are not', () => {
  assert.deepEqual(amountOf('天地玄黄，Don’t panic — 42。'), { characters: 4, words: 3 })
})

test('a reader of unknown pace reads 400 characters or 250 words a minute', () => {
  assert.equal(minutesFor({ characters: 800, words: 250 }, none), 3)
  assert.equal(minutesFor({ characters: 800, words: 0 }, samplesOf([2, 2, 2, 2])), 2)
})

test('the pace is the median of what was measured, separately for Chinese and alphabets', () => {
  const samples = samplesOf([2, 2, 2, 2, 0.5])
  assert.equal(minutesFor({ characters: 400, words: 0 }, samples), 2)
  assert.equal(minutesFor({ characters: 0, words: 250 }, samples), 1)
})

test('pauses, pages that were leafed through and pages with little text do not count', () => {
  assert.deepEqual(samplesOf([0.05, 30, 4.9, 6]), { characters: [0.2], words: [] })
  assert.equal(addSample(none, { characters: 20, words: 0 }, 3000), none)
})

test('only the latest measurements count', () => {
  const samples = samplesOf([...Array.from({ length: 40 }, () => 2), ...Array.from({ length: 30 }, () => 1)])
  assert.equal(samples.characters.length, 30)
  assert.equal(minutesFor(page, samples), 1)
})
