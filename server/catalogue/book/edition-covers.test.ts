import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import type { FailureKind } from '#shared/api/failure.ts'
import { pictureFile } from '#shared/picture.ts'
import { sweepStorage } from '#server/platform/storage/sweep-storage.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const day = 24 * 3600 * 1000

test('editions have covers of their own', async (t) => {
  const { visitor, db, storage, url, newUser, newEditor } = await startTestSite(t)
  const [editor, other, reader] = [await newEditor('甲编'), await newEditor('乙编'), await newUser('翠翠')]
  const { api } = editor
  const [border, river] = [await findBookId(db, '边城'), await findBookId(db, '长河')]
  const upload = async ({ api } = editor, bytes?: Buffer) => {
    const permit = await api.auth.cosSign({ kind: 'cover' })
    await sendUpload(url, permit, bytes ?? (await plainPicture(300, 450)))
    return permit.key
  }
  const write = async (editions: Partial<DraftEdition>[], caller = editor) => {
    const { book, version } = await api.book.inspect({ id: border })
    return caller.api.book.update({ id: border, version, book: { ...book, editions } })
  }
  const editionsOf = async (id = border) => (await api.book.inspect({ id })).book.editions
  const coversOf = async (id = border) => (await editionsOf(id)).map(({ cover }) => cover)
  const seen = async (bookId: string, at: number) => {
    const { book, version } = await api.book.inspect({ id: bookId })
    return { id: book.editions[at]?.id ?? '', bookId, version }
  }
  const isStored = async (cover: string | null | undefined) => {
    const found = await storage.get(pictureFile(cover ?? 'none', 960))
    found?.body.destroy()
    return found !== undefined
  }

  await t.test('an uploaded cover is shown on the page and in its structured data', async () => {
    const cover = await upload()
    await write([{ publisher: '开明书店', cover }, { publisher: '译林出版社', cover: await upload() }, { pages: 100 }])
    const { editions } = await visitor.book.show({ id: border })
    const [first, second, third] = editions.map((edition) => edition.cover)
    assert.ok(first && second && first !== second && third === null)
    assert.equal((await fetch(`${url}/storage/${pictureFile(first, 240)}`)).status, 200)
    const html = await (await fetch(`${url}/book/${border}`)).text()
    assert.ok(html.includes(`src="/storage/${pictureFile(first, 240)}"`))
    assert.ok(html.includes(`"image":"http://books.test/storage/${pictureFile(first, 960)}"`))
    assert.equal(await isStored(cover), false)
  })

  await t.test('covers that are no upload of the editor are refused with the path of the field', async () => {
    const before = await editionsOf()
    const wrong: [cover: string, kind: FailureKind][] = [
      ['cover/none', 'invalid'],
      [`cover/${editor.user.id}/${'0'.repeat(32)}`, 'invalid'],
      [`upload/${editor.user.id}/cover/${'0'.repeat(32)}`, 'missing'],
      [await upload(other), 'invalid'],
      [await upload(editor, Buffer.from('no picture')), 'unsupported'],
    ]
    for (const [cover, kind] of wrong) {
      const editions = [...before, { publisher: '某出版社', cover }]
      const { data } = await failureOf(write(editions), kind)
      assert.ok(data?.fields?.[`editions.${before.length}.cover`], cover)
    }
    await failureOf(write([{ ...before[0], cover: 'x'.repeat(201) }]), 'invalid')
    await failureOf(write(before, reader), 'forbidden')
    assert.deepEqual(await editionsOf(), before)
  })

  await t.test('splits, moves and merges of editions and their undo keep the covers', async () => {
    const before = await coversOf()
    const split = await api.edition.split(await seen(border, 0))
    assert.deepEqual(await coversOf(split.id), [before[0]])
    await api.audit.undo({ id: split.auditId })
    assert.deepEqual(await coversOf(), before)
    const move = await api.edition.move({ ...(await seen(border, 1)), toBookId: river })
    assert.equal((await coversOf(river)).at(-1), before[1])
    await api.audit.undo({ id: move.auditId })
    assert.deepEqual(await coversOf(), before)
    const { id: loserId, ...pair } = await seen(border, 1)
    const merge = await api.edition.merge({ ...pair, loserId, winnerId: (await seen(border, 2)).id })
    assert.deepEqual(await coversOf(), [before[0], before[1]])
    await api.audit.undo({ id: merge.auditId })
    assert.deepEqual(await coversOf(), before)
  })

  await t.test('the storage retains covers that editions use or an undo restores, and no others', async () => {
    const [first, second] = await coversOf()
    const orphan = `cover/${newId()}/${'0'.repeat(32)}`
    await storage.put(pictureFile(orphan, 960), Buffer.from('x'))
    const { auditId } = await write((await editionsOf()).slice(1))
    // All audit entries except `auditId` now count as undone, and the cleanup retains no covers for undone entries. The
    // first cover therefore stays only for an undo of `auditId`, and the second one only because an edition uses it.
    await db.updateTable('audit').set({ undoneAt: new Date() }).where('id', '<>', auditId).execute()
    const { covers } = await sweepStorage(db, storage, { now: new Date(Date.now() + 31 * day) })
    assert.deepEqual(
      [covers, await isStored(first), await isStored(second), await isStored(orphan)],
      [1, true, true, false],
    )
    await api.audit.undo({ id: auditId })
    assert.equal((await coversOf())[0], first)
  })

  await t.test('an undo after more than a year restores an edition without its deleted cover', async () => {
    const { auditId } = await write((await editionsOf()).slice(1))
    const createTime = new Date(Date.now() - 400 * day)
    await db.updateTable('audit').set({ createTime }).where('id', '=', auditId).execute()
    const [second] = await coversOf()
    await api.audit.undo({ id: auditId })
    assert.deepEqual(await coversOf(), [null, second, null])
  })
})
