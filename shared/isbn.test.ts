import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIsbn } from './isbn.ts'

test('an ISBN is found among words, brackets, separators and invisible characters', () => {
  const right = [
    '9787020008728',
    ' 978-7-02-000872-8 ',
    '978 7 02 000872 8',
    '978–7–02–000872–8',
    '９７８７０２０００８７２８',
    'ISBN：9787020008728',
    'ISBN 978-7-02-000872-8',
    'ISBN-13: 978-7-02-000872-8',
    'ISBN13 9787020008728',
    'isbn9787020008728',
    'urn:isbn:9787020008728',
    '9787020008728（平装）',
    '（精装）9787020008728',
    '《红楼梦》2018年版，9787020008728',
    '\u202a9787020008728\u202c',
    '978\u200b7020008728',
    '7-02-000872-0',
    'ISBN 7020008720（第2版）',
    'ISBN-10：7 02 000872 0',
    '9787020008728 9787536692930',
  ]
  for (const typed of right) assert.equal(parseIsbn(typed), '9787020008728', typed)
  assert.equal(parseIsbn('080442957X'), '9780804429573')
})

test('a wrong check digit, or digits of a longer number, are no ISBN', () => {
  const wrong = ['', 'ISBN', '9787020008720', '978-7-02-000872-0', '978 7 02 000872 0', '7020008725', '97870200087281']
  wrong.push('12-9787020008728', '13800138000', '20260101123', '978702000872')
  for (const typed of wrong) assert.equal(parseIsbn(typed), null, typed)
})
