import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftEpub, opf } from '../../../test/draft-epubs.ts'
import { openImportAdmin } from '../../../test/send-import.ts'
import { startTestSite } from '../../../test/test-site.ts'

const rights = '作者卒于 1900 年，原文已进入公有领域。'

test('a text replaces another only if the editor chooses so', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { visitor, newEditor } = site
  const editor = await newEditor('编辑甲')
  const importAdmin = openImportAdmin(site, editor)
  const judge = async (body: string) => {
    const sent = await importAdmin.send(
      'a.epub',
      draftEpub({ body, parts: { 'OEBPS/content.opf': opf({ title: '草城' }) } }),
    )
    return { sent, verdict: await importAdmin.judge(sent) }
  }
  const { sent } = await judge(`<h1>全文</h1><p>${'山路上这样想。'.repeat(100)}</p>`)
  const whole = await importAdmin.store({ ...sent, bookId: null, rights })
  const excerpt = await judge('<h1>试读</h1><p>山路上这样想。</p>')

  await t.test('the verdict warns of a much shorter text', () => {
    assert.deepEqual(excerpt.verdict.replaces, { fileId: whole.fileId, isMuchLonger: true })
    assert.match(excerpt.verdict.message, /有 602 字，这个只有 8 字，不会自动替换/)
  })

  await t.test('without the choice both texts stay', async () => {
    const stored = await importAdmin.store({ ...excerpt.sent, bookId: whole.bookId, rights })
    assert.equal(stored.kind, 'new')
    const { files } = await visitor.book.show({ id: whole.bookId })
    assert.deepEqual(
      files.filter(({ format }) => format === 'epub').map(({ countCharacters }) => countCharacters),
      [602, 8],
    )
    await editor.api.library.removeFile({ id: stored.fileId })
  })

  await t.test('a text that was added meanwhile is not replaced instead', async () => {
    const edited = await judge(`<h1>全文</h1><p>${'山路上那样想。'.repeat(100)}</p>`)
    assert.deepEqual(edited.verdict.replaces, { fileId: whole.fileId, isMuchLonger: false })
    await editor.api.library.removeFile({ id: whole.fileId })
    const again = await judge(`<h1>全文</h1><p>${'山路上又想。'.repeat(100)}</p>`)
    const { fileId } = await importAdmin.store({ ...again.sent, bookId: whole.bookId, rights })
    const stored = await importAdmin.store({
      ...edited.sent,
      bookId: whole.bookId,
      replaces: whole.fileId,
      rights,
    })
    assert.equal(stored.kind, 'new')
    assert.notEqual(stored.fileId, fileId)
  })

  await t.test('the text that the editor chose is replaced', async () => {
    const short = await judge('<p>只有一句。</p>')
    const { replaces } = short.verdict
    assert.equal(replaces?.isMuchLonger, true)
    const stored = await importAdmin.store({
      ...short.sent,
      bookId: whole.bookId,
      replaces: replaces.fileId,
      rights,
    })
    assert.deepEqual([stored.kind, stored.fileId], ['replaces', replaces.fileId])
  })
})
