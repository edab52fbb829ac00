import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitSection } from './split-section.ts'

const sentence = '这一日他来到山中，见一座城。'

test('a section of usual length stays whole', () => {
  const paragraphs = Array.from({ length: 100 }, () => sentence.repeat(10))
  assert.equal(splitSection(paragraphs).length, 1)
  assert.ok(splitSection(paragraphs, true).length > 1)
})

test('a paragraph of any size is cut at the ends of sentences, and no character is lost', () => {
  const huge = sentence.repeat(400_000)
  const documents = splitSection(['开头。', huge, '结尾。'])
  assert.equal(
    documents
      .flat()
      .map(({ text }) => text)
      .join(''),
    `开头。${huge}结尾。`,
  )
  for (const pieces of documents) {
    assert.ok(pieces.reduce((sum, { text }) => sum + text.length, 0) <= 24_000)
    for (const { text } of pieces) assert.match(text, /。$/)
  }
  const starts = documents.flat().filter(({ isContinued }) => !isContinued)
  assert.equal(starts.length, 3)
})

test('a text without sentences is cut between characters', () => {
  const signs = '𠀀'.repeat(30_000)
  const pieces = splitSection([signs]).flat()
  assert.equal(pieces.map(({ text }) => text).join(''), signs)
  for (const { text } of pieces) assert.ok(text.isWellFormed())
})
