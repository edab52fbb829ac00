import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftEpub, opf } from '../../../../test/draft-epubs.ts'
import { openImportAdmin } from '../../../../test/send-import.ts'
import { startTestSite } from '../../../../test/test-site.ts'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import { storeImport } from './store-import.ts'

const rights = '作者卒于 1900 年，原文已进入公有领域。'

interface Draft {
  title: string
  author?: string
  isbn?: string
  language?: string
  body?: string
}

function epubOf({ title, author = '某人', isbn = 'x', language = 'zh-CN', body }: Draft) {
  const content = opf({ title, author })
    .replace('<dc:identifier id="i">x', `<dc:identifier id="i">${isbn}`)
    .replace('zh-CN', language)
  return draftEpub({ parts: { 'OEBPS/content.opf': content }, ...(body !== undefined && { body }) })
}

test('two files of one book that are judged before either is stored', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { db, storage, newEditor } = site
  const editor = await newEditor('编辑甲')
  const importAdmin = openImportAdmin(site, editor)
  const judge = async (name: string, bytes: Buffer) => {
    const sent = await importAdmin.send(name, bytes)
    return { sent, verdict: await importAdmin.judge(sent) }
  }
  const booksWith = (titles: string[]) =>
    db
      .selectFrom('book')
      .innerJoin('bookFile', 'bookFile.bookId', 'book.id')
      .where('book.title', 'in', titles)
      .where('convertedFrom', 'is', null)
      .select(['book.id', 'bookFile.id as fileId'])
      .execute()

  const pairs: [string, Draft, Draft][] = [
    [
      'by ISBN',
      { title: '甲城记', isbn: '978-7-02-000220-7' },
      { title: '甲城記新编', author: '別人', isbn: '9787020002207', language: 'zh-TW' },
    ],
    ['by title and author', { title: '乙城记' }, { title: '乙城记', body: '<h1>一</h1><p>乙城有两座门。</p>' }],
    ['in both scripts', { title: '丙书' }, { title: '丙書', language: 'zh-TW' }],
    [
      'in both scripts, as their titles say',
      { title: '丁书（简体版）' },
      { title: '丁書（繁體版）', language: 'zh-TW' },
    ],
    [
      'by an ISBN that is none',
      { title: '戊城记', isbn: '9787020002200' },
      { title: '戊城记', isbn: '9787020002200', language: 'en' },
    ],
  ]
  for (const [at, [how, first, second]] of pairs.entries()) {
    await t.test(`become one book ${how}, one after the other`, async () => {
      const [one, two] = [await judge('a.epub', epubOf(first)), await judge('b.epub', epubOf(second))]
      assert.deepEqual([one.verdict.kind, two.verdict.kind, two.verdict.bookId], ['new', 'new', null])
      const stored = await importAdmin.store({ ...one.sent, bookId: null, rights })
      const joined = await importAdmin.store({ ...two.sent, bookId: null, rights })
      assert.deepEqual([joined.kind, joined.bookId], ['new', stored.bookId])
      assert.equal((await booksWith([first.title, second.title])).length, 2)
    })

    if (at < 2)
      await t.test(`become one book ${how}, concurrently in two processes`, async () => {
        const drafts = [first, second].map((draft) => ({
          ...draft,
          title: draft.title.replace(/(城|书|書)/, '山$1'),
          ...(draft.isbn?.endsWith('7') && { isbn: '9787020008735' }),
        }))
        const stored = await Promise.all(
          drafts.map((draft) =>
            storeImport(db, new BookFiles(storage), {
              bookId: null,
              replaces: null,
              rights,
              source: '',
              editorId: editor.user.id,
              original: { name: 'a.epub', bytes: epubOf(draft) },
            }),
          ),
        )
        assert.equal(stored[0]?.bookId, stored[1]?.bookId)
        assert.notEqual(stored[0]?.fileId, stored[1]?.fileId)
        assert.equal((await booksWith(drafts.map(({ title }) => title))).length, 2)
      })
  }

  await t.test('a book that the editor saw and did not choose does not get the text', async () => {
    for (const isbn of ['x', '9787020008728']) {
      const draft = { title: `己城记${isbn}`, isbn }
      const one = await judge('a.epub', epubOf(draft))
      const first = await importAdmin.store({ ...one.sent, bookId: null, rights })
      const two = await judge('b.epub', epubOf({ ...draft, body: '<h1>一</h1><p>另一座城。</p>' }))
      assert.equal(two.verdict.bookId, first.bookId)
      const second = await importAdmin.store({ ...two.sent, bookId: null, rights })
      assert.notEqual(second.bookId, first.bookId)
      assert.equal((await booksWith([draft.title])).length, 2)
      // With two books of one title and author, the editor is asked.
      const three = await judge('c.epub', epubOf({ ...draft, isbn: 'x', body: '<h1>一</h1><p>第三座城。</p>' }))
      assert.equal(three.verdict.bookId, null)
      assert.deepEqual(three.verdict.candidates.map(({ id }) => id).sort(), [first.bookId, second.bookId].sort())
    }
  })

  await t.test('two volumes stay two books', async () => {
    const [one, two] = [
      await judge('a.epub', epubOf({ title: '三城（一）' })),
      await judge('b.epub', epubOf({ title: '三城（二）' })),
    ]
    const stored = await importAdmin.store({ ...one.sent, bookId: null, rights })
    const other = await importAdmin.store({ ...two.sent, bookId: null, rights })
    assert.notEqual(stored.bookId, other.bookId)
  })
})
