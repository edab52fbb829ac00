import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { draftEpub, opf } from '../../../../test/draft-epubs.ts'
import { openImportAdmin, putImportPart } from '../../../../test/send-import.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'
import { storeImportJob } from './import-job.ts'

const rights = '作者卒于 1900 年，原文已进入公有领域。'
const epubOf = (title: string) => draftEpub({ parts: { 'OEBPS/content.opf': opf({ title }) } })

test('import jobs', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { db, url, storage, visitor, jobEnded, caller, secondNode, newEditor } = site
  const [editor, other] = [await newEditor('编辑甲'), await newEditor('编辑乙')]
  const importAdmin = openImportAdmin(site, editor)
  const { library } = editor.api
  const countTexts = async (title: string) =>
    (
      await db
        .selectFrom('bookFile')
        .select('id')
        .where('title', '=', title)
        .where('convertedFrom', 'is', null)
        .execute()
    ).length
  const partsLeft = async () => {
    const left: string[] = []
    for await (const { key } of storage.list(`upload/${editor.user.id}/text/`)) left.push(key)
    return left.length
  }

  await t.test('every node lists an import with its state', async () => {
    const sent = await importAdmin.send('a.epub', epubOf('甲城'))
    const { jobId } = await library.judge(sent)
    assert.equal((await library.judge(sent)).jobId, jobId)
    await jobEnded(jobId)
    const elsewhere = caller(editor.token, await secondNode())
    const [entry] = (await elsewhere.library.imports()).list
    assert.deepEqual(
      [entry?.id, entry?.name, entry?.state, entry?.verdict?.title],
      [sent.id, 'a.epub', 'judged', '甲城'],
    )
    const stored = await importAdmin.store({ id: sent.id, bookId: null, rights })
    const [done] = (await elsewhere.library.imports()).list
    assert.deepEqual([done?.state, done?.stored], ['stored', stored])
    assert.equal(await partsLeft(), 0)
    await library.removeImport({ id: sent.id })
    assert.deepEqual((await library.imports()).list, [])
    assert.equal(await countTexts('甲城'), 1)
    // An editor completes the new book, which has no tags, no places and no description yet.
    const { book } = await editor.api.book.inspect({ id: stored.bookId })
    assert.deepEqual([book.title, book.desc, book.tags, book.places], ['甲城', '', [], []])
    assert.ok((await visitor.book.show({ id: stored.bookId })).authorIds?.[0])
  })

  await t.test('repeated calls store an import once', async () => {
    const sent = await importAdmin.send('b.epub', epubOf('乙城'))
    await importAdmin.judge(sent)
    const decision = { id: sent.id, bookId: null, rights }
    const jobs = await Promise.all([1, 2, 3].map(() => library.store(decision)))
    for (const { jobId } of jobs) assert.equal((await jobEnded(jobId)).state, 'done')
    assert.ok((await library.store(decision)).jobId)
    assert.equal(await countTexts('乙城'), 1)
    const notes = await db.selectFrom('audit').select('id').where('action', '=', 'library.import').execute()
    assert.equal(notes.length, 2)
  })

  await t.test('a job that is repeated after a crash creates one text', async () => {
    const sent = await importAdmin.send('c.epub', epubOf('丙城'))
    const parts = await storage.get(`upload/${editor.user.id}/text/${sent.id}-0`)
    const bytes = Buffer.concat(await Array.fromAsync(parts?.body as AsyncIterable<Buffer>))
    const stored = await importAdmin.store({ ...sent, bookId: null, rights })
    const again = async () => {
      const payload = { importId: sent.id, bookId: null, replaces: null, rights, source: '' }
      const jobId = await db.transaction().execute(async (db) => {
        const jobId = await enqueue(db, storeImportJob, payload)
        await db.updateTable('libraryImport').set({ jobId }).where('id', '=', sent.id).execute()
        return jobId
      })
      assert.equal((await jobEnded(jobId)).state, 'done')
      assert.equal(await countTexts('丙城'), 1)
      return (await importAdmin.find(sent.id))?.stored
    }
    // The database is now in the same state as after a crash of the importing process that happened after the book was
    // stored and the result of the import was recorded.
    assert.deepEqual(await again(), stored)
    // The database is now in the same state as after a crash of the importing process that happened after the book was
    // stored, but before the result of the import was recorded.
    await db.updateTable('libraryImport').set({ result: null }).where('id', '=', sent.id).execute()
    await storage.put(`upload/${editor.user.id}/text/${sent.id}-0`, bytes)
    assert.deepEqual(await again(), { ...stored, kind: 'same' })
    assert.equal(await partsLeft(), 0)
  })

  await t.test('a failed import has a message and can be started again', async () => {
    const sent = await importAdmin.send('d.epub', epubOf('丁城'))
    await importAdmin.judge(sent)
    const choice = { id: sent.id, bookId: randomUUID(), rights }
    await failureOf(importAdmin.store(choice), 'invalid')
    const entry = await importAdmin.find(sent.id)
    assert.equal(entry?.state, 'failed')
    assert.match(entry.message, /没有这本书/)
    assert.equal((await importAdmin.store({ ...choice, bookId: null })).kind, 'new')
  })

  await t.test('an import belongs to its editor', async () => {
    const sent = await importAdmin.send('e.epub', epubOf('戊城'))
    await failureOf(other.api.library.store({ id: sent.id, bookId: null, rights }), 'missing')
    await importAdmin.judge(sent)
    await failureOf(other.api.library.store({ id: sent.id, bookId: null, rights }), 'missing')
    await failureOf(other.api.library.removeImport({ id: sent.id }), 'missing')
    assert.deepEqual((await other.api.library.imports()).list, [])
    await library.removeImport({ id: sent.id })
    assert.equal(await partsLeft(), 0)
  })

  await t.test('another editor cannot use the id of an import', async () => {
    const sent = await importAdmin.send('e.epub', epubOf('己城'))
    const taken = { id: sent.id, name: 'x.pdf', parts: 1 }
    assert.equal(
      (await putImportPart(url, other.token, `${sent.id}/0`, new Uint8Array(Buffer.from('%PDF-1.7')))).status,
      200,
    )
    const [otherVerdict, verdict] = await Promise.all([
      openImportAdmin(site, other).judge(taken),
      importAdmin.judge(sent),
    ])
    assert.deepEqual([otherVerdict.kind, verdict.kind, verdict.title], ['refused', 'new', '己城'])
    assert.equal((await importAdmin.store({ id: sent.id, bookId: null, rights })).kind, 'new')
    assert.deepEqual(
      (await other.api.library.imports()).list.map(({ name, stored }) => [name, stored]),
      [['x.pdf', null]],
    )
    await other.api.library.removeImport({ id: sent.id })
    assert.equal((await importAdmin.find(sent.id))?.state, 'stored')
    assert.equal(await partsLeft(), 0)
  })

  await t.test('only an import that was judged as importable can be stored', async () => {
    const sent = await importAdmin.send('f.pdf', Buffer.from('%PDF-1.7'))
    await failureOf(library.store({ id: sent.id, bookId: null, rights }), 'missing')
    assert.equal((await importAdmin.judge(sent)).kind, 'refused')
    await failureOf(library.store({ id: sent.id, bookId: null, rights }), 'conflict')
    await failureOf(library.store({ id: sent.id, bookId: null, rights: '短' }), 'invalid')
    await failureOf(library.judge({ ...sent, parts: 0 }), 'invalid')
  })

  await t.test('the number of open imports of an editor is limited', async () => {
    const rows = Array.from({ length: 100 }, () => ({ id: randomUUID(), editorId: other.user.id, name: 'x', parts: 1 }))
    await db.insertInto('libraryImport').values(rows).execute()
    await failureOf(other.api.library.judge({ id: randomUUID(), name: 'y.txt', parts: 1 }), 'tooMany')
    await other.api.library.removeImport({ id: rows[0]?.id ?? '' })
    assert.ok((await other.api.library.judge({ id: randomUUID(), name: 'y.txt', parts: 1 })).jobId)
  })
})
