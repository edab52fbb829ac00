import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestWindow, wordDistance } from './edit-distance.ts'

test('bestWindow returns the part of a text with the smallest edit distance', () => {
  assert.deepEqual(bestWindow('我的红楼梦笔记', '红楼梦', 1), { start: 2, end: 5, edits: 0 })
  assert.deepEqual(bestWindow('我的红楼梦笔记', '红搂梦', 1), { start: 2, end: 5, edits: 1 })
  assert.deepEqual(bestWindow('shakespeare', 'shakespere', 1)?.edits, 1)
  assert.deepEqual(bestWindow('hamlet', 'hamelt', 1), { start: 0, end: 6, edits: 1 })
  assert.deepEqual(bestWindow('平凡的世界', '平凡世界', 1), { start: 0, end: 5, edits: 1 })
  assert.equal(bestWindow('三国演义', '红楼梦', 1), undefined)
  assert.equal(bestWindow('', '红楼梦', 2), undefined)
})

test('wordDistance counts every wrong, missing, additional and swapped letter of a word', () => {
  assert.equal(wordDistance('marquez', 'marquez', 2), 0)
  assert.equal(wordDistance('marquez', 'markuez', 2), 1)
  assert.equal(wordDistance('marquez', 'amrquez', 2), 1)
  assert.equal(wordDistance('marquez', 'arque', 2), 2)
  assert.equal(wordDistance('marquezab', 'marquez', 2), 2)
  assert.equal(wordDistance('marquezab', 'marquez', 1), undefined)
  assert.equal(wordDistance('abmarquez', 'marquez', 1), undefined)
  assert.equal(wordDistance('marquez', 'marquezabc', 2), undefined)
  assert.equal(wordDistance('internationalization', 'internationalisation', 1), 1)
})
