import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { entryBase } from '#shared/book-text.ts'
import { draftEpub, opf } from '../../../test/draft-epubs.ts'
import { epubOf, paragraphsOf, putEpub } from '../../../test/put-epub.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

test('a page of a book that cannot be read', async (t) => {
  const lines: string[] = []
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  const site = await startTestSite(t, {}, { log: pino({ level: 'error' }, stream) })
  const chapters = ['一', '二', '三'].map((title, at) => ({ title, paragraphs: paragraphsOf(20, 120, at + 1) }))
  const bytes = epubOf(chapters)
  const { bookId, fileId } = await putEpub(site, bytes)
  const { storageKey } = await site.db
    .selectFrom('bookFile')
    .select('storageKey')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const path = join(site.files, storageKey)
  const outline = await site.visitor.reading.outline({ bookId, fileId })
  const { sections } = outline
  const ask = async (entry: string) => {
    lines.length = 0
    const answer = await fetch(site.url + entryBase(outline) + entry)
    return { status: answer.status, body: await answer.text(), logged: lines.join('') }
  }
  const pathOf = (at: number) => sections.at(at)?.path ?? ''

  await t.test('is missing when the book has no such page, and nothing is logged', async () => {
    assert.equal((await ask(pathOf(0))).status, 200)
    const { status, body, logged } = await ask('text/999.xhtml')
    assert.equal(status, 404)
    assert.match(body, /书里没有这一页/)
    assert.equal(logged, '')
  })

  await t.test('is unavailable when the storage fails, and the cause is logged', async () => {
    await rm(path)
    const { status, body, logged } = await ask(pathOf(1))
    assert.equal(status, 503)
    assert.match(body, /书的文件暂时读不到/)
    assert.match(logged, /no file is stored under the key/)
    await writeFile(path, bytes)
    assert.equal((await ask(pathOf(1))).status, 200)
  })

  await t.test('answers in plain words for a font, which is sent compressed', async () => {
    const manifest = '<item id="font" href="f.ttf" media-type="font/ttf"/>'
    const parts = { 'OEBPS/content.opf': opf({ manifest }), 'OEBPS/f.ttf': Buffer.alloc(5000, 'a font') }
    const ids = await putEpub(site, draftEpub({ parts }), '呐喊')
    const font = `${site.url}${entryBase(await site.visitor.reading.outline(ids))}OEBPS/f.ttf`
    assert.equal((await (await fetch(font)).arrayBuffer()).byteLength, 5000)
    const { storageKey: key } = await site.db
      .selectFrom('bookFile')
      .select('storageKey')
      .where('id', '=', ids.fileId)
      .executeTakeFirstOrThrow()
    await rm(join(site.files, key))
    const { status, headers, body } = await fetch(font).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      body: await answer.text(),
    }))
    assert.deepEqual([status, headers.get('etag'), headers.get('content-encoding')], [503, null, null])
    assert.match(body, /书的文件暂时读不到/)
  })

  await t.test('is broken when the file is damaged, and the cause is logged', async () => {
    const damaged = Buffer.from(await readFile(path))
    const name = Buffer.from(pathOf(2))
    damaged.fill(0xff, damaged.indexOf(name) + name.length, damaged.indexOf(name) + name.length + 20)
    await writeFile(path, damaged)
    const { status, logged } = await ask(pathOf(2))
    assert.equal(status, 500)
    assert.match(logged, /"err"/)
    assert.match(logged, /invalid|unexpected|bytes/i)
  })

  await t.test('is broken when the archive is cut off before its text, while other books still open', async () => {
    const { fileId: other } = await putEpub(site, Buffer.concat([bytes.subarray(0, 900)]), '呼兰河传')
    const id = await findBookId(site.db, '呼兰河传')
    lines.length = 0
    await failureOf(site.visitor.reading.outline({ bookId: id, fileId: other }), 'broken')
    assert.match(lines.join(''), /没有正文/)
  })
})
