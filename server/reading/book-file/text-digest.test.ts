import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { draftEpub } from '../../../test/draft-epubs.ts'
import { openImportAdmin } from '../../../test/send-import.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex')

test('progress from KOReader follows a file to the book it belongs to', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { url, db, newUser, newEditor } = site
  const editor = await newEditor('编辑甲')
  const importAdmin = openImportAdmin(site, editor)
  const { api } = await newUser('读者乙')
  const key = await api.kosync.create({})
  const idOf = (title: string) => findBookId(db, title)
  const [first, second, third] = [await idOf('边城'), await idOf('呼兰河传'), await idOf('骆驼祥子')]
  const epub = draftEpub()
  const importTo = async (bookId: string) =>
    importAdmin.store({
      ...(await importAdmin.send('a.epub', epub)),
      bookId,
      rights: '作者卒于 1900 年，原文已进入公有领域。',
    })
  const download = async (bookId: string, fileId: string) => {
    const answer = await fetch(`${url}/book/${bookId}/file/${fileId}.epub`)
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }
  let percent = 0
  /**
   * Sends a reading position in a text file as the e-reader program KOReader does, and returns the id of the book that
   * then has this position.
   */
  const bookOf = async (bytes: Buffer) => {
    percent += 1
    const sample = [0, 1024].map((at) => bytes.subarray(at, at + 1024))
    const answer = await fetch(`${url}/kosync/syncs/progress`, {
      method: 'PUT',
      headers: { 'x-auth-user': key.name, 'x-auth-key': md5(key.password), 'content-type': 'application/json' },
      body: JSON.stringify({
        document: md5(Buffer.concat(sample)),
        progress: '/body',
        percentage: percent / 100,
        device: 'Kobo',
        device_id: 'X',
      }),
    })
    assert.equal(answer.status, 200)
    const { list } = await api.reading.list({})
    const found = list.filter(({ fraction }) => Math.abs(fraction - percent / 100) < 0.001)
    assert.ok(found.length <= 1)
    return found[0]?.bookId
  }

  const wrong = await importTo(first)
  const bytes = await download(first, wrong.fileId)
  assert.ok(bytes.length < 4096)

  await t.test('when the file is moved from one book to another', async () => {
    assert.equal(await bookOf(bytes), first)
    await editor.api.library.removeFile({ id: wrong.fileId })
    assert.equal(await bookOf(bytes), first)
    const { fileId } = await importTo(second)
    assert.equal(await bookOf(bytes), second)
    assert.deepEqual(await download(second, fileId), bytes)
    await editor.api.library.removeFile({ id: fileId })
    assert.equal(await bookOf(bytes), second)
  })

  await t.test('when its book is merged into another, and when the merge is undone', async () => {
    const { auditId } = await editor.api.book.merge({ loserId: second, winnerId: third })
    assert.equal(await bookOf(bytes), third)
    await editor.api.audit.undo({ id: auditId })
    assert.equal(await bookOf(bytes), second)
  })
})
