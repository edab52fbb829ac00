import { topic } from '#server/platform/cache/topics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('the complete list of places is cached until a change', async (t) => {
  const { visitor, db, url } = await startTestSite(t)
  const before = await visitor.place.list()
  // The names of the places are changed directly in the database, which invalidates no cached answer. An answer with
  // the old names therefore comes from the cache.
  await sql`update place set name = name || '（新）'`.execute(db)
  assert.deepEqual(await visitor.place.list({ tags: [] }), before)
  assert.notDeepEqual((await visitor.place.list({ limit: 5 })).list, before.list.slice(0, 5))
  // A GET request for this path is the call `place.show` with the invalid id `list`, so it must not get the cached
  // answer of `place.list`, which is a POST request for the same path.
  assert.equal((await fetch(`${url}/api/v1/place/list`)).status, 400)
  const again = await fetch(`${url}/api/v1/place/list`, { method: 'POST', headers: { 'if-none-match': '*' } })
  assert.equal(again.status, 200)
  await invalidate(db, topic.marks)
  while ((await visitor.place.list()).list[0]?.name === before.list[0]?.name);
})
