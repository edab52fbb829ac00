import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyBookForm } from './book-form-state.ts'
import { type EditionForm, newEdition } from './edition-form-state.ts'
import { mergeBookForms } from './merge-book-forms.ts'

const edition = (key: string, changes: Partial<EditionForm> = {}): EditionForm => ({
  ...newEdition(),
  key,
  id: key,
  ...changes,
})
const form = (editions: EditionForm[], title = '边城') => ({ ...emptyBookForm, title, editions })
const keysOf = (editions: EditionForm[]) => editions.map(({ key }) => key)

test('two versions of the form of a book are merged field by field', () => {
  const [a, b, c] = [edition('a'), edition('b'), edition('c')]
  const base = form([a, b, c])

  const fields = mergeBookForms(
    base,
    form([{ ...a, pages: '188' }, b, c]),
    form([{ ...a, year: '1934' }, b, c], '翠翠'),
  )
  assert.deepEqual(
    [fields.merged.title, fields.merged.editions[0]?.pages, fields.merged.editions[0]?.year],
    ['翠翠', '188', '1934'],
  )
  assert.deepEqual([fields.changed, fields.contested], [['书名', '第 1 个版本的出版年'], []])

  const both = mergeBookForms(base, form([a, { ...b, pages: '1' }, c]), form([a, { ...b, pages: '2' }, c]))
  assert.equal(both.merged.editions[1]?.pages, '1')
  assert.deepEqual([both.changed, both.contested], [[], ['第 2 个版本的页数（那边写的是「2」）']])

  const mine = newEdition()
  const added = mergeBookForms(base, form([a, b, mine]), form([c, b, a, edition('d')]))
  assert.deepEqual(keysOf(added.merged.editions), ['b', 'a', 'd', mine.key])
  assert.deepEqual([added.changed, added.contested], [['新添的版本', '版本的次序'], []])

  const reordered = mergeBookForms(base, form([c, b, a]), form([a, b]))
  assert.deepEqual(keysOf(reordered.merged.editions), ['b', 'a'])

  const removed = mergeBookForms(base, form([a, { ...b, pages: '1' }]), form([a, { ...c, pages: '3' }]))
  assert.deepEqual(keysOf(removed.merged.editions), ['a', 'b'])
  assert.deepEqual(removed.contested, ['第 2 个版本（那边移除了它）', '移除的版本（那边改过它）'])
})
