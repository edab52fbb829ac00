import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAbbreviated, splitAbbreviated } from './abbreviated-pinyin.ts'

test('letters are split into whole syllables and initials', () => {
  assert.deepEqual(splitAbbreviated('honglm'), ['hong', 'l', 'm'])
  assert.deepEqual(splitAbbreviated('hlmeng'), ['h', 'l', 'meng'])
  assert.deepEqual(splitAbbreviated('shzhuan'), ['sh', 'zhuan'])
  for (const other of ['hongloumeng', 'hlm', 'iu']) assert.equal(splitAbbreviated(other), undefined, other)
})

test('letters abbreviate the sounds of a name from some sound on', () => {
  const sounds = ['xin', 'hong', 'lou', 'meng']
  assert.equal(countAbbreviated(sounds, 1, 'honglm'), 3)
  assert.equal(countAbbreviated(sounds, 1, 'hlmeng'), 3)
  assert.equal(countAbbreviated(sounds, 0, 'honglm'), undefined)
  assert.equal(countAbbreviated(sounds, 1, 'hongm'), undefined)
})
