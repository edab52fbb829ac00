import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentFold } from './comment-fold.ts'

test('long comments are folded', async (t) => {
  await t.test('a comment is folded where it takes more than ten lines', () => {
    assert.equal(commentFold(''), 'none')
    assert.equal(commentFold('好书'), 'none')
    assert.equal(commentFold('长'.repeat(19 * 10)), 'none')
    assert.equal(commentFold('长'.repeat(19 * 10 + 1)), 'narrow')
    assert.equal(commentFold('长'.repeat(38 * 10)), 'narrow')
    assert.equal(commentFold('长'.repeat(38 * 10 + 1)), 'all')
  })

  await t.test('every line break begins a line, also in an empty line', () => {
    assert.equal(commentFold('短\n'.repeat(9)), 'none')
    assert.equal(commentFold('短\n'.repeat(10)), 'all')
    assert.equal(commentFold('\n'.repeat(10)), 'all')
  })

  await t.test('two Latin letters are as wide as one Chinese character', () => {
    assert.equal(commentFold('a'.repeat(38 * 10)), 'none')
    assert.equal(commentFold('a'.repeat(38 * 10 + 1)), 'narrow')
  })
})
