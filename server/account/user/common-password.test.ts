import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './common-password.ts'

test('passwords that attackers try first are common', () => {
  const common =
    '12345678 123456789 88888888 password Password1 password123 qwertyuiop asdfghjkl 1qaz2wsx 19900101 iloveyou! abcabcabc woaini1314 00000000 qwer1234 11112222 87654321'
  for (const password of common.split(' ')) assert.ok(isCommonPassword(password), password)
})

test('uncommon passwords are accepted', () => {
  const good = [
    '船到桥头自然直',
    'correct horse battery',
    'hT7!kq29',
    'zhitu-reads-maps',
    '边城的渡船',
    'passage to india',
    '20261120x7',
  ]
  for (const password of good) assert.ok(!isCommonPassword(password), password)
})
