import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Found } from '#shared/api/search/search.ts'
import { groupsOf } from './option-groups.ts'

const id = '00000000-0000-7000-8000-000000000000'
const plain = (text: string) => ({ text, marks: [] })
const named = { id, variant: null, isExact: false, countBooks: 1 }
const found: Found = {
  books: [{ id, title: plain('边城'), authors: plain('沈从文'), foundBy: null, cover: null, free: false, pin: null }],
  isGuess: false,
  videos: [],
  people: [{ ...named, name: plain('邵洵美') }],
  places: [{ ...named, name: plain('绍兴'), region: '浙江', lng: 120, lat: 30 }],
  tags: [],
  tours: [],
}

test('places come before people, and before books that are only a guess', () => {
  const labels = (change: Partial<Found>) => groupsOf({ ...found, ...change }).map(({ label }) => label)
  assert.deepEqual(labels({}), ['书', '地方', '人物'])
  assert.deepEqual(labels({ isGuess: true }), ['地方', '相近的书', '人物'])
  const [person] = found.people
  assert.deepEqual(labels({ people: person ? [{ ...person, isExact: true }] : [] }), ['人物', '书', '地方'])
})

test('a book found by its translator is listed with the translator', () => {
  const books = found.books.map((book) => ({
    ...book,
    foundBy: { text: '金介甫', marks: [[0, 1]] as [number, number][] },
  }))
  assert.deepEqual(groupsOf({ ...found, books })[0]?.options[0]?.label, { text: '边城（金介甫）', marks: [[3, 4]] })
})
