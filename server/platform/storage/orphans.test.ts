import assert from 'node:assert/strict'
import { utimes } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { pictureFile } from '#shared/picture.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { sweepStorage } from './sweep-storage.ts'

const day = 24 * 3600 * 1000

test('unreferenced covers and texts are deleted, except those that an undo needs', async (t) => {
  const { db, storage, files, url, newUser } = await startTestSite(t)
  const editor = await newUser('阿编', ['editor', 'admin'])
  const { book } = editor.api
  const [firstBook] = (await book.list()).list
  const id = firstBook?.id ?? ''
  const at = (days: number) => sweepStorage(db, storage, { now: new Date(Date.now() + days * day) })
  const isThere = async (key: string) => {
    const found = await storage.get(key)
    found?.body.destroy()
    return found !== undefined
  }
  const setCover = async () => {
    const permit = await editor.api.auth.cosSign({ kind: 'cover' })
    await sendUpload(url, permit, await plainPicture(600, 900, 'jpeg'), { type: 'image/jpeg' })
    const { version, book: draft } = await book.inspect({ id })
    await book.update({ id, version, book: { ...draft, cover: permit.key } as BookDraft })
    return (await db.selectFrom('book').select('cover').where('id', '=', id).executeTakeFirstOrThrow()).cover ?? ''
  }
  const [first, second] = [await setCover(), await setCover()]
  const hash = 'ab'.repeat(32)
  const orphans = [
    `cover/${editor.user.id}/${'0'.repeat(32)}-240.webp`,
    `book/${hash}.epub`,
    `original/${hash}`,
    `text/${hash}.txt`,
  ]
  for (const key of orphans) await storage.put(key, Buffer.from('x'))

  await t.test('an orphan is moved to the trash after a month, and deleted after another', async () => {
    await at(29)
    for (const key of orphans) assert.ok(await isThere(key))
    const { covers, texts } = await at(31)
    assert.deepEqual({ covers, texts }, { covers: 1, texts: 3 })
    for (const key of orphans) assert.ok(!(await isThere(key)))
    const trashed = await Array.fromAsync(storage.list('trash/'))
    assert.equal(trashed.length, 4)
    assert.equal((await at(60)).deleted, 0)
    assert.equal((await at(62)).deleted, 4)
  })

  await t.test('a replaced cover is retained as long as an undo needs it', async () => {
    for (const cover of [first, second]) assert.ok(await isThere(pictureFile(cover, 240)))
    const [last] = (await editor.api.audit.list({ targetId: id } as object)).list
    await editor.api.audit.undo({ id: last?.id ?? '' })
    const { cover } = await db.selectFrom('book').select('cover').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(cover, first)
  })

  await t.test('an undo after more than a year does not restore the deleted former cover', async () => {
    const third = await setCover()
    await sql`update audit set create_time = create_time - interval '400 days'`.execute(db)
    const old = Date.now() / 1000 - 40 * 24 * 3600
    for (const cover of [first, second, third])
      for (const size of [240, 480, 960] as const) await utimes(`${files}/${pictureFile(cover, size)}`, old, old)
    assert.equal((await sweepStorage(db, storage)).covers, 6)
    const [last] = (await editor.api.audit.list({ targetId: id } as object)).list
    await editor.api.audit.undo({ id: last?.id ?? '' })
    const { cover } = await db.selectFrom('book').select('cover').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(cover, third)
    assert.ok(await isThere(pictureFile(third, 240)))
  })
})
