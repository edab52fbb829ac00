import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { isRestoredCopy, restoringComment } from '#server/http/site/read-only-site.ts'
import { backUp, makeFolder, makeTarget, query } from '../../../test/trial-backup.ts'
import { emptyIndex } from '../../../test/empty-index.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { restoreBackup } from './restore-backup.ts'

test('an interrupted restore is repeated, and a site does not start on its remains', async (t) => {
  const site = await startTestSite(t)
  await emptyIndex(site.db)
  const folder = await makeFolder(t)
  await site.storage.put('cover/first.webp', Buffer.from('a cover'))
  const archive = { path: join(folder, 'site.tar.zst'), passphrase: undefined }
  await backUp(site, archive)
  const target = await makeTarget(t)
  const failing = {
    ...target,
    openStorage: (...parts: Parameters<typeof target.openStorage>) => ({
      ...target.openStorage(...parts),
      put: () => Promise.reject(new Error('the disk is full')),
    }),
  }
  await assert.rejects(restoreBackup(archive, failing), /the disk is full/)
  const { rows: none } = await query(target.connection, 'select count(*)::int as count from book')
  assert.deepEqual(none, [{ count: 0 }])
  await assert.rejects(isRestoredIn(target.connection), /还没有恢复完/)
  await restoreBackup(archive, target)
  assert.equal(await isRestoredIn(target.connection), true)
  const { rows: restored } = await query(target.connection, 'select count(*) > 400 as "isThere" from book')
  assert.deepEqual(restored, [{ isThere: true }])
})

test('of two restores into one database at once, the second is refused', async (t) => {
  const site = await startTestSite(t)
  await emptyIndex(site.db)
  const folder = await makeFolder(t)
  const first = { path: join(folder, 'first.tar.zst'), passphrase: undefined }
  await backUp(site, first)
  await site.newUser('第二份备份的读者')
  const second = { path: join(folder, 'second.tar.zst'), passphrase: undefined }
  await backUp(site, second)
  const target = await makeTarget(t)
  const results = await Promise.allSettled([restoreBackup(first, target), restoreBackup(second, target)])
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  assert.equal(refusals.length, 1)
  assert.match(refusals[0] ?? '', /已有站点的数据，什么也没有改动/)
  const { rows } = await query(target.connection, `select from "user" where name = '第二份备份的读者'`)
  assert.equal(rows.length, results[1].status === 'fulfilled' ? 1 : 0)
})

test('a restore goes on after one that was killed while it created the tables', async (t) => {
  const site = await startTestSite(t)
  await emptyIndex(site.db)
  const archive = { path: join(await makeFolder(t), 'site.tar.zst'), passphrase: undefined }
  const { migrations } = await backUp(site, archive)
  for (const count of [1, migrations.length]) {
    const target = await makeTarget(t)
    await migrate(target.connection, { count })
    await query(target.connection, `comment on table migration is '${restoringComment}'`)
    // A start after the killed restore creates the other tables and then refuses, because the restore has not ended.
    await migrate(target.connection)
    await assert.rejects(isRestoredIn(target.connection), /还没有恢复完/)
    await restoreBackup(archive, target)
    const { rows } = await query(target.connection, 'select count(*) > 400 as "isThere" from book')
    assert.deepEqual(rows, [{ isThere: true }])
    await assert.rejects(restoreBackup(archive, target), /已有站点的数据/)
  }
})

/** Returns what a start on this database finds out about a restore. */
async function isRestoredIn(connection: Connection): Promise<boolean> {
  const db = openDatabase(connection, () => undefined, { size: 1 })
  try {
    return await isRestoredCopy(db)
  } finally {
    await db.destroy()
  }
}
