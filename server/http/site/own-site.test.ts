import assert from 'node:assert/strict'
import { utimes } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { sendDigestsJob } from '#server/account/message/digest-job.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { createCosStorage } from '#server/platform/storage/cos-storage.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { sweepStorageJob } from '#server/platform/storage/sweep-job.ts'
import { startCosEmulator } from '../../../test/cos-emulator.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { startTestSite, type TestSite } from '../../../test/test-site.ts'
import { adoptSite, findCopyReason, isStoreMissing, readCopyReason } from './own-site.ts'

const installation = { publicUrl: 'http://books.test', folder: '' }

test('a site deletes nothing from a store that may belong to another site', async (t) => {
  for (const kind of ['local', 'cos'] as const) {
    await t.test(kind, async (t) => {
      const cos = await startCosEmulator(t)
      const bucket = createCosStorage(cos.settings)
      const original = await startTestSite(
        t,
        {},
        kind === 'cos' ? { storage: bucket, runsJobs: true } : { runsJobs: true },
      )
      const { storage } = original
      const avatar = `avatar/${newId()}/${'a'.repeat(32)}-84.webp`
      const age = async (key: string) => {
        const before = new Date(Date.now() - 2 * 24 * 3600 * 1000)
        const object = cos.objects.get(key)
        if (object) object.time = before
        else await utimes(`${original.files}/${key}`, before, before)
      }
      await storage.put(avatar, Buffer.from('of a reader this database does not know'))
      await age(avatar)
      assert.equal(
        await findCopyReason({ db: original.db, storage, installation }),
        undefined,
        'the first start marks both',
      )

      // The copy of the site uses the object store of the original site. Its restored database lacks the user who owns
      // the avatar, so the copy would take the avatar for an unused file.
      const drill = await startTestSite(t, {}, { storage, runsJobs: true })
      const swept = await sweep(drill)
      assert.equal(swept.state, 'failed')
      assert.match(swept.message, /属于另一个站点.*npm run adopt/)
      // A restored database dump also contains the id of the original site.
      for (const name of ['siteId', 'siteIdentity'])
        await drill.db
          .insertInto('setting')
          .values(
            await original.db.selectFrom('setting').selectAll().where('name', '=', name).executeTakeFirstOrThrow(),
          )
          .execute()
      assert.match((await sweep(drill)).message, /这里的数据库与标记不同/)
      assert.ok(await isThere(storage, avatar), 'the picture is still there')

      // The original site may clean the object store: it moves the unused avatar to the trash.
      assert.deepEqual((await sweep(original)).result, { uploads: 0, avatars: 1, covers: 0, texts: 0, deleted: 0 })
      assert.ok(!(await isThere(storage, avatar)))
      const [trashed] = await Array.fromAsync(storage.list('trash/'))
      assert.match(trashed?.key ?? '', new RegExp(`^trash/\\d{8}/${avatar}$`))

      // After the operator has run `npm run adopt` on the copy, the copy is the real site and the original counts as a
      // copy.
      await adoptSite({ db: drill.db, storage, installation })
      assert.equal((await sweep(drill)).state, 'done')
      assert.match((await sweep(original)).message, /属于另一个站点/)
    })
  }
})

test('a copy sends no mails by itself, but sends requested codes', async (t) => {
  const original = await startTestSite(t)
  await findCopyReason({ db: original.db, storage: original.storage, installation })
  const copy = await startTestSite(t, {}, { storage: original.storage, runsJobs: true })
  const testUser = await copy.newUser()
  await testUser.api.message.setPreference({ muted: [], digest: 'daily' })
  await copy.db.transaction().execute((db) =>
    postMessage(db, {
      kind: 'system',
      actorId: null,
      itemType: null,
      itemId: null,
      userId: testUser.user.id,
      excerpt: '你好',
    }),
  )
  await sql`update message_preference set digest_due_at = now()`.execute(copy.db)
  const before = copy.mailbox.mails.length
  const refused = await copy.jobEnded(await enqueue(copy.db, sendDigestsJob, {}))
  assert.match(refused.message, /属于另一个站点/)
  assert.equal(copy.mailbox.mails.length, before)
  await adoptSite({ db: copy.db, storage: copy.storage, installation })
  assert.deepEqual((await copy.jobEnded(await enqueue(copy.db, sendDigestsJob, {}))).result, { sent: 1 })
})

test('the mark in database and store distinguishes a site from its copies', async (t) => {
  const database = await createTestDatabase()
  const db = openDatabase(database.connection, () => undefined)
  const { files, storage } = await startTestSite(t)
  t.after(async () => {
    await db.destroy()
    await database.drop()
  })
  const at = (publicUrl: string, folder = '') => findCopyReason({ db, storage, installation: { publicUrl, folder } })

  assert.equal(await isStoreMissing({ db, storage }), false, 'a new site has an empty store')
  await storage.put('book/from-before.epub', Buffer.from('a site from before the mark'))
  assert.equal(await at('http://localhost:3000', '7'), undefined)
  assert.equal(await at('https://books.example', '7'), undefined, 'tried out on localhost, then given its address')
  assert.match((await at('https://staging.example', '7')) ?? '', /网址（PUBLIC_URL）/)
  const staging = { db, storage, installation: { publicUrl: 'https://staging.example', folder: '7' } }
  assert.equal(await readCopyReason(staging), await findCopyReason(staging))
  assert.match((await at('http://localhost:3000', '7')) ?? '', /网址（PUBLIC_URL）/)
  assert.match((await at('https://books.example', '8')) ?? '', /数据目录/)
  await storage.delete('site.json')
  assert.match((await at('https://books.example', '7')) ?? '', /没有本站的标记/)
  assert.equal(await isStoreMissing({ db, storage }), false, 'the store has a file')
  await storage.delete('book/from-before.epub')
  assert.match(
    (await at('https://staging.example', '7')) ?? '',
    /网址（PUBLIC_URL）/,
    'nor does a copy mark an empty store',
  )
  const original = { db, storage, installation: { publicUrl: 'https://books.example', folder: '7' } }
  assert.equal(await readCopyReason(original), undefined)
  assert.equal(await isThere(storage, 'site.json'), false, 'reading writes no mark')
  assert.equal(await isStoreMissing({ db, storage }), true, 'the site exists and its store is empty')
  assert.equal(await at('https://books.example', '7'), undefined, 'an empty store is marked')
  assert.equal(await isStoreMissing({ db, storage }), false)
  assert.ok(await isThere(createLocalStorage(files, db), 'site.json'))
})

async function isThere(storage: Storage, key: string) {
  const found = await storage.get(key)
  found?.body.destroy()
  return found !== undefined
}

async function sweep(site: TestSite) {
  return site.jobEnded(await enqueue(site.db, sweepStorageJob, {}))
}
