import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { mergeAnnotations } from './sync-reading.ts'

const note = (id: string, text: string, minute: number, more: Partial<Annotation> = {}): Annotation => ({
  id,
  fileId: 'file',
  kind: 'highlight',
  color: 'yellow',
  locator: '',
  fraction: 0,
  quote: '',
  chapter: '',
  note: text,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
  isDeleted: false,
  ...more,
})
const textsOf = (annotations: Annotation[]) => annotations.map(({ id, note }) => `${id} ${note}`)

test('of two versions of a note the later one stays, on whichever device it was written', () => {
  const [older, later] = [[note('1', '旧', 1)], [note('1', '新', 2)]]
  assert.deepEqual(textsOf(mergeAnnotations(older, later)), ['1 新'])
  assert.deepEqual(textsOf(mergeAnnotations(later, older)), ['1 新'])
  const deleted = [note('1', '', 3, { isDeleted: true })]
  assert.deepEqual(mergeAnnotations(later, deleted), deleted)
  assert.deepEqual(mergeAnnotations(deleted, later), deleted)
})

test('the notes of both devices are in the order of the book', () => {
  const one = [note('1', '甲', 1, { fraction: 0.5 })]
  const other = [note('2', '乙', 1, { fraction: 0.7 }), note('3', '丙', 1, { fraction: 0.2 })]
  assert.deepEqual(textsOf(mergeAnnotations(one, other)), ['3 丙', '1 甲', '2 乙'])
})
