import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { isIndexStale, markIndexFresh } from '#server/search/index/rebuild-index.ts'
import { rebuildSearchJob } from '#server/search/index/rebuild-search-job.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { needsLoading, recordLoaded } from './loaded-version.ts'
import { readSetting } from './setting-queries.ts'
import { writeSetting } from './write-setting.ts'

test('an older program that is restarted does not restore its files', async (t) => {
  const { connection, drop } = await createTestDatabase({ isEmpty: false })
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  await recordLoaded(db, 'files', 'old')
  assert.ok(await needsLoading(db, 'files', 'new'))
  await recordLoaded(db, 'files', 'new')
  assert.ok(!(await needsLoading(db, 'files', 'old')), 'the older program leaves the newer files')
  assert.ok(await needsLoading(db, 'files', 'newest'))
  const later = Date.now() + 8 * 24 * 3600 * 1000
  assert.ok(await needsLoading(db, 'files', 'old', later), 'a return after a week is meant')
  await recordLoaded(db, 'files', 'old', later)
  assert.ok(!(await needsLoading(db, 'files', 'new', later)))

  await writeSetting(db, 'searchScheme', '99')
  assert.ok(!(await isIndexStale(db)))
  await markIndexFresh(db)
  assert.equal(await readSetting(db, 'searchScheme'), '99', 'the number of a newer index stays')
})

test('one node of several rebuilds a stale index', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  await site.secondNode()
  await writeSetting(site.db, 'searchScheme', '0')
  const ids = await Promise.all([1, 2].map(() => enqueue(site.db, rebuildSearchJob, {}, { key: 'rebuild' })))
  assert.equal(ids[0], ids[1])
  const { state, result, attempts } = await site.jobEnded(ids[0] ?? '')
  const { list } = await site.visitor.book.list()
  assert.ok(list.length > 0)
  assert.deepEqual([state, attempts], ['done', 1])
  assert.ok((result as { count: number }).count > 100)
  assert.ok(!(await isIndexStale(site.db)))
})
