import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskContacts } from './mask-contacts.ts'

test('email addresses and phone numbers are masked wherever they stand in a line', () => {
  assert.equal(
    maskContacts('{"to":"lin.shan+x@mail.example.com","msg":"550 <zhou@a.cn> refused"}'),
    '{"to":"l***@mail.example.com","msg":"550 <z***@a.cn> refused"}',
  )
  assert.equal(maskContacts('"+8613812348000","13812348000"'), '"+8613*****8000","13*****8000"')
})

test('times, ids and versions stay as they are', () => {
  const line = '{"time":1795407255933,"id":"0199a3c2-13812348000b-7","size":138123480001,"file":"react-dom@19.3.1"}'
  assert.equal(maskContacts(line), line)
})
