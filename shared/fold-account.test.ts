import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { Account, Code } from './api/account/account.ts'

const read = (typed: string) => z.safeParse(Account, typed).data ?? null

test('both spellings of an account are one account, however it was typed or pasted', () => {
  const phone = '+8613800138007'
  for (const typed of [
    '13800138007',
    '\u202d+86 138 0013 8007\u202c',
    '\u202a13800138007\u202c',
    '(+86)13800138007',
    '（+86）138 0013 8007',
    '+86 138-0013-8007',
    '+86 (138) 0013 8007',
    '0086 13800138007',
    '86-138-0013-8007',
    'tel:+8613800138007',
    'tel:+86-138-0013-8007',
    '１３８００１３８００７',
    '138·0013·8007',
    '138\u200b0013\u00a08007',
    '\ufeff13800138007',
  ])
    assert.equal(read(typed), phone, typed)
  const mail = 'reader@xn--fsqu00a.xn--fiqs8s'
  for (const typed of [
    mail,
    'reader@例子.中国',
    'Reader@例子。中国',
    'reader@ｘｎ－－ｆｓｑｕ００ａ.xn--fiqs8s',
    '\u200breader@例子.中国\u200b',
    '<reader@例子.中国>',
    'mailto:reader@例子.中国',
  ])
    assert.equal(read(typed), mail, typed)
  assert.equal(read('reader@bücher.example'), 'reader@xn--bcher-kva.example')
  assert.equal(read('a.b+c@sub.example.com'), 'a.b+c@sub.example.com')
})

test('what is no account is refused', () => {
  const wrong = ['1380013802O', '+86+8613800138007', '12345', '', '\u200b', 'reader', 'reader@', '@例子.中国']
  wrong.push(
    'reader@example',
    'reader@-a.com',
    'reader@exa mple.com',
    'a@b@example.com',
    'reader@例子/a.中国',
    '.@a.com',
  )
  wrong.push('reader@xn--.com', 'reader@a..com', 'reader@1.2.3.4', '读者@例子.中国')
  for (const typed of wrong) assert.equal(read(typed), null, typed)
})

test('a code is cut out of the message that was pasted', () => {
  const code = (typed: string) => z.safeParse(Code, typed).data ?? null
  for (const typed of [
    '123456',
    ' 123 456 ',
    '123-456',
    '１２３４５６',
    '\u200b123456',
    '【知图】验证码是 123456，10 分钟内有效',
    '123456 是你的登录验证码 · 知图',
    'Your code is 123456.',
    '验证码：123456。请在2026年11月前使用，回复123456',
  ])
    assert.equal(code(typed), '123456', typed)
  for (const typed of ['', '12345', '1234567', '123456 或 654321', '验证码', '13800138000'])
    assert.equal(code(typed), null, typed)
})
