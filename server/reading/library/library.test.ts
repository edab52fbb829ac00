import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { bookFileHref } from '#shared/book-text.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { shippedDirectory } from '#server/reading/book-file/book-files.ts'
import { checkEpub } from '#server/engines/epub/check-epub.ts'
import { v7 as newId } from 'uuid'
import { writeSetting } from '#server/platform/setting/write-setting.ts'
import { loadLibrary } from './load-library.ts'
import { readShippedTexts } from './shipped-texts.ts'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'
import { findBookId } from '../../../test/find-book-id.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('every shipped EPUB has the size and hash of its row and passes the EPUB check', async () => {
  for (const { file, size, sha256: expected, text } of (await readShippedTexts()).texts()) {
    const bytes = await readFile(join(shippedDirectory, file))
    assert.deepEqual([bytes.length, sha256(bytes)], [size, expected], file)
    assert.deepEqual(await checkEpub(bytes), [], file)
    assert.equal(sha256(await writePlainText(bytes)), text.sha256, file)
  }
})

test('shipped texts', async (t) => {
  const { visitor, newUser, db, url } = await startTestSite(t)
  const id = await findBookId(db, '论语')
  const { files } = await visitor.book.show({ id })
  const epub = files.find(({ format }) => format === 'epub')
  const txt = files.find(({ format }) => format === 'txt')
  assert.ok(epub && txt)
  const href = (file: { id: string; format: string }) => `${url}/book/${id}/file/${file.id}.${file.format}`

  await t.test('are loaded once and belong to their books', async () => {
    assert.ok(epub.rights && epub.source)
    const books = await db.selectFrom('bookFile').select('bookId').distinct().execute()
    assert.ok(books.length >= 40, `${books.length} books`)
    assert.equal(await loadLibrary(db), 0)
  })

  for (const file of [epub, txt]) {
    await t.test(`are served whole, by HEAD and by range: ${file.format}`, async () => {
      const whole = await fetch(href(file))
      const bytes = new Uint8Array(await whole.arrayBuffer())
      assert.equal(whole.status, 200)
      assert.equal(bytes.length, file.size)
      assert.equal(whole.headers.get('etag'), `"${sha256(bytes)}"`)
      assert.equal(whole.headers.get('accept-ranges'), 'bytes')
      assert.match(whole.headers.get('content-disposition') ?? '', /filename\*=UTF-8''%E8%AE%BA%E8%AF%AD\./)
      const head = await fetch(href(file), { method: 'HEAD' })
      assert.equal(head.headers.get('content-length'), String(file.size))
      const etag = whole.headers.get('etag') ?? ''
      const rest = await fetch(href(file), { headers: { range: 'bytes=1000-', 'if-range': etag } })
      assert.equal(rest.status, 206)
      assert.equal(rest.headers.get('content-range'), `bytes 1000-${file.size - 1}/${file.size}`)
      assert.deepEqual(new Uint8Array(await rest.arrayBuffer()), bytes.slice(1000))
      const last = await fetch(href(file), { headers: { range: 'bytes=-7' } })
      assert.deepEqual(new Uint8Array(await last.arrayBuffer()), bytes.slice(-7))
      const other = await fetch(href(file), { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })
      assert.equal((await other.arrayBuffer()).byteLength, file.size)
      assert.equal((await fetch(href(file), { headers: { range: `bytes=${file.size}-` } })).status, 416)
      assert.equal((await fetch(href(file), { headers: { 'if-none-match': etag } })).status, 304)
    })
  }

  await t.test('have different names, also for clients that know ASCII only', async () => {
    const { files } = await visitor.book.show({ id: await findBookId(db, '孟子') })
    const plain = async (bookId: string, file: Parameters<typeof bookFileHref>[1]) =>
      /filename="?([^";]*)/.exec(
        (await fetch(url + bookFileHref(bookId, file))).headers.get('content-disposition') ?? '',
      )?.[1]
    const names = [await plain(id, epub), await plain(id, txt)]
    for (const file of files) names.push(await plain(await findBookId(db, '孟子'), file))
    assert.deepEqual(
      names.filter((name) => !/^book-[\da-f]{8}\.(epub|txt)$/.test(name ?? '')),
      [],
    )
    assert.equal(new Set(names).size, names.length)
  })

  await t.test('are missing under another book, another extension or an invalid id', async () => {
    const other = await findBookId(db, '孟子')
    for (const path of [
      `/book/${other}/file/${epub.id}.epub`,
      `/book/${id}/file/${epub.id}.txt`,
      `/book/${id}/file/x.epub`,
    ])
      assert.equal((await fetch(url + path)).status, 404)
  })

  await t.test('a new version replaces the old one under the same id, to which reading positions refer', async () => {
    const { api } = await newUser()
    const place = { locator: 'epubcfi(/6/8!/4/2[p3])', fraction: 0.4, deviceId: newId(), device: '甲' }
    await api.reading.put({ bookId: id, fileId: epub.id, ...place, updatedAt: new Date().toISOString() })
    await db
      .updateTable('bookFile')
      .set({ sha256: '0'.repeat(64), size: 1 })
      .where('id', '=', epub.id)
      .execute()
    await db
      .updateTable('bookFile')
      .set({ sha256: '1'.repeat(64) })
      .where('convertedFrom', '=', epub.id)
      .execute()
    await writeSetting(db, 'library', 'the fingerprint of an older version')
    assert.equal(await loadLibrary(db), 1)
    const after = (await visitor.book.show({ id })).files
    assert.deepEqual(
      after.filter(({ format }) => format === 'epub').map((file) => [file.id, file.size]),
      [[epub.id, epub.size]],
    )
    assert.equal(after.filter(({ format }) => format === 'txt').length, 1)
    const { progress } = await api.reading.show({ bookId: id })
    assert.deepEqual([progress?.fileId, progress?.locator, progress?.fraction], [epub.id, place.locator, 0.4])
  })
})
