import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { importPartBytes } from '#shared/import-size.ts'
import { draftEpub, opf } from '../../../../test/draft-epubs.ts'
import { openImportAdmin, putImportPart } from '../../../../test/send-import.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import type { SeenText } from '#server/reading/book-file/replaced-texts.ts'
import { storeImport } from './store-import.ts'

const seen = ({ fileId, version }: SeenText) => ({ fileId, version })
const rights = '作者卒于 1900 年，原文已进入公有领域。'

test('importing files', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { db, url, storage, newUser, visitor, newEditor } = site
  const editor = await newEditor('编辑甲')
  const importAdmin = openImportAdmin(site, editor)
  const testUser = await newUser('读者乙')

  const put = (token: string, id: string, part: number | string, body: Uint8Array<ArrayBuffer>) =>
    putImportPart(url, token, `${id}/${part}`, body)
  const { send } = importAdmin
  const countFiles = async () =>
    (
      await db
        .selectFrom('bookFile')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n

  await t.test('only editors may import', async () => {
    const sent = { id: randomUUID(), name: 'a.txt', parts: 1 }
    const decision = { id: sent.id, bookId: null, rights }
    await failureOf(visitor.library.judge(sent), 'unauthorized')
    await failureOf(visitor.library.imports(), 'unauthorized')
    await failureOf(testUser.api.library.judge(sent), 'forbidden')
    await failureOf(testUser.api.library.store(decision), 'forbidden')
    await failureOf(testUser.api.library.imports(), 'forbidden')
    await failureOf(visitor.library.previewChapters({ id: sent.id }), 'unauthorized')
    await failureOf(testUser.api.library.previewChapters({ id: sent.id }), 'forbidden')
    await failureOf(testUser.api.library.removeImport({ id: sent.id }), 'forbidden')
    await failureOf(testUser.api.library.importedFiles(), 'forbidden')
    await failureOf(testUser.api.library.removeFile({ id: sent.id }), 'forbidden')
    assert.equal((await put(testUser.token, sent.id, 0, new Uint8Array(9))).status, 403)
    assert.equal((await put('', sent.id, 0, new Uint8Array(9))).status, 401)
  })

  await t.test('parts are limited in size, number and name, and belong to their editor', async () => {
    const id = randomUUID()
    assert.equal((await put(editor.token, id, 0, new Uint8Array(importPartBytes + 1))).status, 413)
    for (const part of ['50', '-1', 'x', '1e1'])
      assert.equal((await put(editor.token, id, part, new Uint8Array(9))).status, 400, part)
    assert.equal((await put(editor.token, '..', 0, new Uint8Array(9))).status >= 400, true)
    assert.equal((await put(editor.token, id, 0, new Uint8Array(0))).status, 400)
    assert.equal((await put(editor.token, id, 1, new Uint8Array(9))).status, 404)
    await failureOf(editor.api.library.judge({ id, name: 'a.txt', parts: 51 }), 'invalid')
    const failure = await failureOf(importAdmin.judge({ id, name: 'a.txt', parts: 1 }), 'invalid')
    assert.match(failure.message, /没有传完、是空的/)
  })

  await t.test('judging a file reports the result of an import and writes nothing', async () => {
    const before = await countFiles()
    const fresh = await importAdmin.judge(await send('a.epub', draftEpub()))
    assert.deepEqual([fresh.kind, fresh.title, fresh.authors, fresh.bookId], ['new', '山城记', ['某人'], null])
    const known = await importAdmin.judge(
      await send('《边城》作者：沈从文.txt', Buffer.from('第一章 开头\n由四川过湖南去，靠东有一条官路。')),
    )
    assert.ok(known.bookId)
    assert.match(known.message, /边城/)
    const refused = await importAdmin.judge(await send('a.pdf', Buffer.from('%PDF-1.7')))
    assert.deepEqual([refused.kind, refused.bookId], ['refused', null])
    assert.equal(await countFiles(), before)
  })

  await t.test('storing a file creates its book, and storing it again changes nothing', async () => {
    const epub = draftEpub()
    const sent = [await send('a.epub', epub), await send('another-name.epub', epub)]
    for (const each of sent) await importAdmin.judge(each)
    const [one, two] = await Promise.all(sent.map((each) => importAdmin.store({ ...each, bookId: null, rights })))
    assert.ok(one && two)
    assert.deepEqual([one.kind, two.kind].sort(), ['new', 'same'])
    assert.equal(one.fileId, two.fileId)
    const book = await visitor.book.show({ id: one.bookId })
    assert.deepEqual(
      [book.title, book.free, book.files.map(({ format }) => format)],
      ['山城记', rights, ['epub', 'txt']],
    )
    for (const { id, format, size } of book.files) {
      const answer = await fetch(`${url}/book/${book.id}/file/${id}.${format}`)
      assert.equal((await answer.arrayBuffer()).byteLength, size)
    }
    const again = await importAdmin.judge(await send('c.epub', epub))
    assert.deepEqual([again.kind, again.bookId], ['same', one.bookId])
    assert.ok((await visitor.search.suggest({ query: '山城记' })).books.length > 0)
  })

  await t.test('the chapters of a text are shown before the import, and the editor’s choice is imported', async () => {
    const body = '这一日他来到山中，见一座城。城里的人都不说话。\n'
    const bytes = Buffer.from(`第一章 甲\n${body}第二章 乙\n${body}☆ 旧事\n${body}`)
    const sent = await send('《渡口记》.txt', bytes)
    const { previewChapters } = editor.api.library
    await failureOf(previewChapters({ id: sent.id }), 'missing')
    await importAdmin.judge(sent)
    const found = await previewChapters({ id: sent.id, sought: '☆' })
    assert.deepEqual(
      [found.encoding, found.style, found.styles, found.lines],
      ['utf-8', 'chapters', [{ style: 'chapters', count: 2 }], [{ line: 4, text: '☆ 旧事' }]],
    )
    assert.deepEqual(
      found.chapters.map(({ line, title }) => [line, title]),
      [
        [0, '第一章 甲'],
        [2, '第二章 乙'],
      ],
    )
    const text = { merged: [2], added: [4] }
    const changed = await previewChapters({ id: sent.id, text })
    assert.deepEqual(
      changed.chapters.map(({ title }) => title),
      ['第一章 甲', '☆ 旧事'],
    )
    await failureOf(previewChapters({ id: sent.id, text: { added: [-1] } }), 'invalid')
    await failureOf(
      previewChapters({ id: sent.id, text: { merged: Array.from({ length: 5001 }, () => 1) } }),
      'invalid',
    )
    const other = await newEditor('编辑乙')
    await failureOf(other.api.library.previewChapters({ id: sent.id }), 'missing')
    const { bookId } = await importAdmin.store({ ...sent, bookId: null, rights, text })
    const { files } = await visitor.book.show({ id: bookId })
    const outline = await visitor.reading.outline({ bookId })
    assert.deepEqual(
      outline.contents.map(({ label }) => label),
      ['第一章 甲', '☆ 旧事'],
    )
    assert.equal(files.length, 2)
    // Once a text is stored in the library, its uploaded parts are deleted, so its chapters can no longer be previewed.
    await failureOf(previewChapters({ id: sent.id }), 'missing')
    const epub = await send('b.epub', draftEpub())
    await importAdmin.judge(epub)
    assert.match((await failureOf(previewChapters({ id: epub.id }), 'invalid')).message, /EPUB 自己写明了章节/)
  })

  await t.test('a new edition replaces the earlier one and has its id', async () => {
    const { list } = await editor.api.library.importedFiles()
    const before = list.find(({ title }) => title === '山城记')
    const sent = await send('b.epub', draftEpub({ body: '<h1>第一章</h1><p>山中有一座新城。</p>' }))
    const verdict = await importAdmin.judge(sent)
    assert.deepEqual([verdict.kind, verdict.bookId], ['replaces', before?.bookId])
    const stored = await importAdmin.store({
      ...sent,
      bookId: verdict.bookId,
      replaces: verdict.replaces && seen(verdict.replaces),
      rights,
    })
    assert.deepEqual(stored, { kind: 'replaces', bookId: before?.bookId, fileId: before?.id })
    assert.equal((await visitor.book.show({ id: stored.bookId })).files.length, 2)
  })

  await t.test('an attempt that fails leaves nothing visible, and the next attempt succeeds', async () => {
    const bytes = draftEpub({ parts: { 'OEBPS/content.opf': opf({ title: '断城记' }) } })
    const choice = {
      bookId: null,
      replaces: null,
      rights,
      source: '',
      editorId: editor.user.id,
      original: { name: 'd.epub', bytes },
    }
    const before = await countFiles()
    class Dying extends BookFiles {
      override async put(key: string, data: Uint8Array) {
        if (key.startsWith('book/')) throw new Error('killed')
        await super.put(key, data)
      }
    }
    await assert.rejects(storeImport(db, new Dying(storage), choice), /killed/)
    const missingId = randomUUID()
    await assert.rejects(storeImport(db, new BookFiles(storage), { ...choice, bookId: missingId }))
    assert.equal(await countFiles(), before)
    assert.equal((await storeImport(db, new BookFiles(storage), choice)).kind, 'new')
    assert.equal((await storeImport(db, new BookFiles(storage), choice)).kind, 'same')
    assert.equal(await countFiles(), before + 2)
  })

  await t.test('a new book has the people, the publisher and the description of its file', async () => {
    const packaged = (facts: string) =>
      draftEpub({
        body: `<h1>第一章</h1><p>${'山中有一座城，城里的人都不说话。'.repeat(20)}</p>`,
        parts: {
          'OEBPS/content.opf': opf({ title: `译城记${createHash('sha256').update(facts).digest('hex').slice(0, 4)}` })
            .replace('<metadata>', '<metadata xmlns:opf="http://www.idpf.org/2007/opf">')
            .replace(/<dc:creator>.*<\/dc:language>/s, facts),
        },
      })
    const bookOf = async (facts: string) => {
      const sent = await send('t.epub', packaged(facts))
      const { language } = await importAdmin.judge(sent)
      const { bookId } = await importAdmin.store({ ...sent, bookId: null, rights })
      const { authors, translators, publisher, desc, editions } = await visitor.book.show({ id: bookId })
      const [edition] = editions
      return { language, authors, translators, publisher, desc, year: edition?.year ?? null, edition }
    }
    const old = await bookOf(`<dc:creator>[清] 曹雪芹;高鹗</dc:creator><dc:language>und</dc:language>
      <dc:creator opf:role="trl">译某</dc:creator><dc:contributor opf:role="bkp">calibre</dc:contributor>
      <dc:date>0101-01-01T00:00:00+00:00</dc:date><dc:publisher>某社&amp;某局</dc:publisher>
      <dc:description>&lt;div&gt;&lt;p&gt;简介第一段。&lt;/p&gt;\n&lt;p&gt;第二段 &amp;amp; &lt;b&gt;粗&lt;/b&gt;&lt;/p&gt;&lt;/div&gt;</dc:description>`)
    assert.deepEqual(
      [old.language, old.authors, old.translators, old.publisher, old.year, old.desc],
      ['zh-Hans', ['曹雪芹', '高鹗'], ['译某'], '某社&某局', null, '简介第一段。\n第二段 & 粗'],
    )
    const fresh = await bookOf(`<dc:creator id="a">[美] 海明威 著；吴劳 译</dc:creator>
      <dc:contributor id="b">编某</dc:contributor><meta refines="#b" property="role" scheme="marc:relators">edt</meta>
      <dc:language>CN</dc:language><dc:date opf:event="modification">2021-01-01</dc:date><dc:date>2012-05</dc:date>
      <dc:description>第一段，\n还是第一段。\n\n第二段。</dc:description>`)
    assert.deepEqual(
      [fresh.language, fresh.authors, fresh.translators, fresh.year, fresh.desc],
      ['zh-Hans', ['海明威'], ['吴劳'], 2012, '第一段，还是第一段。\n第二段。'],
    )
    assert.deepEqual(
      fresh.edition?.editors.map(({ name }) => name),
      ['编某'],
    )
    const unknown = await bookOf('<dc:creator>Unknown</dc:creator><dc:date>2999</dc:date><dc:language>x</dc:language>')
    assert.deepEqual(
      [unknown.authors, unknown.edition, unknown.language, unknown.desc],
      [['佚名'], undefined, 'zh-Hans', ''],
    )
  })

  await t.test('an EPUB is stored and downloaded unchanged; the original of another format is stored too', async () => {
    const bytes = draftEpub({ parts: { 'OEBPS/content.opf': opf({ title: '原样记' }) } })
    const { bookId, fileId } = await importAdmin.store({ ...(await send('e.epub', bytes)), bookId: null, rights })
    const answer = await fetch(`${url}/book/${bookId}/file/${fileId}.epub`)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
    const { files } = await visitor.book.show({ id: bookId })
    const plain = files.find(({ format }) => format === 'txt')
    const text = await (await fetch(`${url}/book/${bookId}/file/${plain?.id}.txt`)).text()
    assert.ok(text.includes('原样记\r\n某人\r\n作者卒于 1900 年') && text.includes('山中有一座城。'))
    const source = Buffer.from('第一章 甲\n山中无历日，寒尽不知年。')
    await importAdmin.store({ ...(await send('《寒山》.txt', source)), bookId: null, rights })
    const stored = await new BookFiles(storage).read(`original/${createHash('sha256').update(source).digest('hex')}`)
    assert.deepEqual(stored, source)
  })

  await t.test('imported texts can be removed, which the audit log records; shipped texts cannot', async () => {
    const { list } = await editor.api.library.importedFiles()
    const [file] = list
    assert.ok(file)
    const isFoundAsFree = async () => {
      const found = await visitor.search.books({ query: file.bookTitle, free: true })
      return found.list.some(({ book }) => book.id === file.bookId)
    }
    assert.ok(await isFoundAsFree())
    await editor.api.library.removeFile({ id: file.id })
    assert.ok(!(await isFoundAsFree()), 'a book without its text is no longer free to read')
    await failureOf(editor.api.library.removeFile({ id: file.id }), 'missing')
    const notes = await db.selectFrom('audit').select('action').where('actorId', '=', editor.user.id).execute()
    assert.ok(
      notes.some(({ action }) => action === 'library.remove') &&
        notes.some(({ action }) => action === 'library.import'),
    )
    const shipped = await db
      .selectFrom('bookFile')
      .select('id')
      .where('storageKey', 'like', 'shipped/%')
      .limit(1)
      .executeTakeFirstOrThrow()
    await failureOf(editor.api.library.removeFile({ id: shipped.id }), 'missing')
  })

  await t.test('the free books list each book once in every order, and can be filtered', async () => {
    for (const sort of ['hot', 'new', 'short', 'long'] as const) {
      const seen: string[] = []
      let cursor: string | null | undefined
      let total = 0
      while (cursor !== null) {
        const page = await visitor.library.freeBooks({ sort, limit: 20, ...(cursor && { cursor }) })
        seen.push(...page.list.map(({ id }) => id))
        ;({ nextCursor: cursor, total } = page)
      }
      assert.deepEqual([seen.length, new Set(seen).size], [total, total])
    }
    const ask = (cursor: string | null) => visitor.library.freeBooks({ limit: 20, ...(cursor && { cursor }) })
    const [first, second] = [await ask(null), await ask((await ask(null)).nextCursor)]
    const back = await ask(second.prevCursor)
    assert.deepEqual([first.page, second.page, back.page], [1, 2, 1])
    assert.deepEqual([back.list, back.prevCursor, first.prevCursor], [first.list, null, null])
    const short = await visitor.library.freeBooks({ length: 'short', tags: ['诗歌'], limit: 50 })
    assert.ok(
      short.total > 5 &&
        short.list.every(({ files }) => files.every(({ format, size }) => format === 'txt' || size < 100_000)),
    )
    assert.equal((await visitor.library.freeBooks({ tags: ['没有的'] })).total, 0)
    await failureOf(visitor.library.freeBooks({ cursor: 'x' }), 'invalid')
    await failureOf(visitor.library.freeBooks({ sort: 'odd' as 'hot' }), 'invalid')
    assert.ok((await visitor.library.tags()).list.some(({ name }) => name === '诗歌'))
  })
})
