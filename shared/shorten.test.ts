import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shorten } from './shorten.ts'

test('shorten counts characters and leaves no punctuation before the ellipsis', () => {
  assert.equal(shorten('由四川过湖南去，靠东有一条官路。', 16), '由四川过湖南去，靠东有一条官路。')
  assert.equal(shorten('由四川过湖南去，靠东有一条官路。', 9), '由四川过湖南去…')
  assert.equal(shorten('由四川过湖南去，靠东有一条官路。', 10), '由四川过湖南去，靠…')
  assert.equal(shorten('𠮷𠮷𠮷', 2), '𠮷…')
})
