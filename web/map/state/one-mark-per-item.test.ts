import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { oneMarkPerItem } from './one-mark-per-item.ts'

const mark = (itemId: string, place: string, ...kinds: PlaceKind[]) =>
  ({ properties: { itemId, place, kinds } }) as never

test('a book or video has one mark, where its story is set rather than where its author came from', () => {
  const marks = [
    mark('a', '湘西', 'author'),
    mark('b', '北京', 'written', 'author'),
    mark('a', '茶峒', 'setting'),
    mark('a', '沅陵', 'subject', 'written'),
    mark('b', '上海', 'subject'),
    mark('c', '巴黎'),
    mark('c', '里昂', 'written'),
  ]
  assert.deepEqual(
    oneMarkPerItem(marks).map(({ properties }) => [properties.itemId, properties.place]),
    [
      ['a', '茶峒'],
      ['b', '上海'],
      ['c', '里昂'],
    ],
  )
})

test('at most twelve marks remain, in their order', () => {
  const marks = Array.from({ length: 20 }, (_, n) => mark(`${n}`, '北京', 'setting'))
  assert.deepEqual(
    oneMarkPerItem(marks).map(({ properties }) => properties.itemId),
    Array.from({ length: 12 }, (_, n) => `${n}`),
  )
})
