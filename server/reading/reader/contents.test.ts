import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { findBookId } from '../../../test/find-book-id.ts'
import { epubOf, putEpub } from '../../../test/put-epub.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { listChapters } from './list-chapters.ts'

const entriesOf = (depths: number[]) => depths.map((depth, at) => ({ label: String(at), depth }))

test('the upper entries of a table of contents', async (t) => {
  await t.test('are listed with the number of entries inside them', () => {
    assert.deepEqual(listChapters([]), [])
    assert.deepEqual(listChapters(entriesOf([0, 1, 2, 0, 0, 1])), [
      { at: 0, label: '0', countInside: 2 },
      { at: 3, label: '3', countInside: 0 },
      { at: 4, label: '4', countInside: 1 },
    ])
  })

  await t.test('include the second level if the first has fewer than three entries', () => {
    assert.deepEqual(
      listChapters(entriesOf([0, 1, 2, 2, 1])).map(({ at, countInside }) => [at, countInside]),
      [
        [0, 0],
        [1, 2],
        [4, 0],
      ],
    )
  })

  await t.test('are at most two hundred', () => {
    assert.equal(listChapters(entriesOf(Array<number>(3000).fill(0))).length, 200)
    assert.equal(listChapters(entriesOf([0, ...Array<number>(3000).fill(1)])).length, 200)
  })

  await t.test('a table that begins below the first level counts only entries after a listed one', () =>
    assert.deepEqual(
      listChapters(entriesOf([2, 0, 0, 0])).map(({ at }) => at),
      [1, 2, 3],
    ),
  )
})

test('the chapters of a book', async (t) => {
  const site = await startTestSite(t)
  const { visitor, db } = site
  const chapters = ['第一章 渡口', '第二章 白塔', '第三章 后山'].map((title) => ({ title, paragraphs: ['正文。'] }))
  const { bookId } = await putEpub(site, epubOf(chapters))

  await t.test('are those to which the outline leads', async () => {
    const [{ list }, { contents }] = await Promise.all([
      visitor.reading.contents({ bookId }),
      visitor.reading.outline({ bookId }),
    ])
    assert.deepEqual(
      list.map(({ label }) => label),
      chapters.map(({ title }) => title),
    )
    for (const { at, label } of list) assert.equal(contents[at]?.label, label)
  })

  await t.test('are missing for a book without a text, for an unknown book and for a wrong id', async () => {
    await failureOf(visitor.reading.contents({ bookId: await findBookId(db, '堂吉诃德') }), 'missing')
    await failureOf(visitor.reading.contents({ bookId: newId() }), 'missing')
    await failureOf(visitor.reading.contents({ bookId: 'none' }), 'invalid')
  })

  await t.test('change with the file of the book', async () => {
    await db.deleteFrom('bookFile').where('bookId', '=', bookId).execute()
    const { api } = await site.newEditor('甲编')
    const { book, version } = await api.book.inspect({ id: bookId })
    await api.book.update({ id: bookId, version, book: { ...book, desc: `${book.desc}。` } })
    await failureOf(visitor.reading.contents({ bookId }), 'missing')
  })
})
