import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShared } from './read-shared.ts'

const shared = (params: Record<string, string>) => {
  const draft = readShared(new URLSearchParams(params))
  return draft && [draft.title, draft.link, draft.reason]
}

test('the form of a recommendation is filled with what another app has shared', () => {
  assert.deepEqual(shared({ title: '边城 (豆瓣)', text: '边城 (豆瓣)', url: 'https://books.test/1' }), [
    '边城',
    'https://books.test/1',
    '',
  ])
  assert.deepEqual(shared({ text: '我在读《呼兰河传》 https://books.test/2' }), [
    '呼兰河传',
    'https://books.test/2',
    '我在读《呼兰河传》',
  ])
  assert.deepEqual(shared({ title: '《边城》', text: '', url: 'javascript:alert(1)' }), ['边城', '', ''])
  assert.equal(shared({ title: '边城' }), null)
  assert.equal(shared({}), null)
})

test('a huge text that another app has shared is cut to what the form accepts', () => {
  const draft = readShared(new URLSearchParams({ title: '长'.repeat(5000), text: '𠀀'.repeat(5000) }))
  assert.deepEqual([[...(draft?.title ?? '')].length, [...(draft?.reason ?? '')].length], [100, 2000])
})
