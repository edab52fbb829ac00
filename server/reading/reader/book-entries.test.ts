import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { entryBase } from '#shared/book-text.ts'
import { draftEpub, opf } from '../../../test/draft-epubs.ts'
import { openImportAdmin } from '../../../test/send-import.ts'
import { startTestSite } from '../../../test/test-site.ts'

const rights = '作者卒于 1900 年，原文已进入公有领域。'
const forEver = 'public, max-age=31536000, immutable'

test('the addresses of a text that is replaced and restored', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { url, visitor, newUser } = site
  const editor = await site.newEditor()
  const admin = openImportAdmin(site, editor)
  const reader = await newUser()
  const send = (body: string) =>
    admin.send('a.epub', draftEpub({ body, parts: { 'OEBPS/content.opf': opf({ title: '旧城新事' }) } }))
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { redirect: 'manual', headers })
    const header = (name: string) => answer.headers.get(name) ?? ''
    return { status: answer.status, cache: header('cache-control'), to: header('location'), header, answer }
  }
  const first = await admin.store({ ...(await send('<p>旧城墙下的人。</p>')), bookId: null, rights })
  const ids = { bookId: first.bookId, fileId: first.fileId }
  const old = await visitor.reading.outline(ids)
  const page = 'OEBPS/c1.xhtml'
  const former = entryBase(old) + page

  await t.test('an address has the version of the text and is cached for ever', async () => {
    const { status, cache, answer, header } = await ask(former)
    assert.deepEqual([status, cache], [200, forEver])
    assert.match(await answer.text(), /旧城墙下的人/)
    assert.equal((await ask(former, { 'if-none-match': header('etag') })).status, 304)
  })

  await t.test('an address of a former release, or of a former cleaning, leads on and is not cached', async () => {
    const base = `/book/${ids.bookId}/file/${ids.fileId}/entry`
    for (const version of ['', `/${old.version.slice(0, 16)}-1`]) {
      const { status, cache, to } = await ask(`${base}${version}/${page}`)
      assert.deepEqual([status, cache, to], [307, 'no-cache', former])
    }
  })

  const sent = await send('<p>新城墙下的人。</p>')
  const { replaces } = await admin.judge(sent)
  assert.ok(replaces)
  await admin.store({
    ...sent,
    bookId: ids.bookId,
    replaces: { fileId: ids.fileId, version: replaces.version },
    rights,
  })
  const fresh = await visitor.reading.outline(ids)
  const present = entryBase(fresh) + page

  await t.test('the new text has another address, to which that of the old one leads', async () => {
    assert.notEqual(present, former)
    const { status, cache, answer } = await ask(present)
    assert.deepEqual([status, cache], [200, forEver])
    assert.match(await answer.text(), /新城墙下的人/)
    const { status: moved, cache: fleeting, to } = await ask(former)
    assert.deepEqual([moved, fleeting, to], [307, 'no-cache', present])
    assert.equal((await ask(entryBase(fresh) + 'OEBPS/none.xhtml')).status, 404)
  })

  const now = new Date().toISOString()
  const place = { fileId: ids.fileId, locator: 'epubcfi(/6/2!/4/2/1:2)', fraction: 0.5, updatedAt: now }
  const device = { deviceId: newId(), device: '电脑', basedOn: 0 }
  const highlight: Annotation = {
    ...place,
    id: newId(),
    kind: 'highlight',
    color: 'yellow',
    quote: '城墙',
    chapter: '',
    note: '',
    createdAt: now,
    isDeleted: false,
  }

  await t.test('a position in the old text is saved by its fraction only', async () => {
    const report = (textVersion: string) =>
      reader.api.reading.put({ ...place, ...device, bookId: ids.bookId, textVersion })
    const { progress } = await report(old.version)
    assert.deepEqual([progress.locator, progress.fraction], ['', 0.5])
    assert.equal((await report(fresh.version)).progress.locator, place.locator)
  })

  await t.test('so is a highlight, and a change of one does not lose its place', async () => {
    const put = async (change: Partial<Annotation>) => {
      const { list } = await reader.api.annotation.put({ bookId: ids.bookId, list: [{ ...highlight, ...change }] })
      return list[0]
    }
    const made = await put({ id: newId(), textVersion: old.version })
    assert.deepEqual([made?.locator, made?.quote], ['', '城墙'])
    assert.equal((await put({ textVersion: fresh.version }))?.locator, place.locator)
    const later = new Date(Date.parse(now) + 1).toISOString()
    const changed = await put({ textVersion: old.version, note: '改过', updatedAt: later })
    assert.deepEqual([changed?.note, changed?.locator], ['改过', place.locator])
  })

  await t.test('after the old text is restored, its addresses are good again', async () => {
    const { list } = await editor.api.library.importedFiles()
    const version = list.find(({ id }) => id === ids.fileId)?.version ?? ''
    await editor.api.library.restoreText({ fileId: ids.fileId, version })
    assert.equal((await visitor.reading.outline(ids)).version, old.version)
    assert.match(await (await ask(former)).answer.text(), /旧城墙下的人/)
    assert.deepEqual([(await ask(present)).status, (await ask(present)).to], [307, former])
  })

  await t.test('a page of a book is always sandboxed', async () => {
    const policy = async (headers: Record<string, string>) =>
      (await ask(former, headers)).header('content-security-policy')
    // A browser does not say how it uses a page of a site without HTTPS.
    assert.match(await policy({}), /; sandbox allow-same-origin allow-scripts$/)
    assert.match(await policy({ 'sec-fetch-dest': 'iframe' }), /; sandbox allow-same-origin allow-scripts$/)
    assert.match(await policy({ 'sec-fetch-dest': 'document' }), /; sandbox$/)
  })
})
