import { topic } from '#server/cache/topics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { invalidate } from '#server/cache/changes.ts'
import { startTestSite } from '../../test/test-site.ts'

test('the complete list of places is cached until a change', async (t) => {
  const { visitor, db, url } = await startTestSite(t)
  const before = await visitor.place.list()
  // The test changes the places directly in the database, so the site invalidates no cached page.
  await sql`update place set name = name || '（新）'`.execute(db)
  assert.deepEqual(await visitor.place.list({ tags: [] }), before)
  assert.notDeepEqual((await visitor.place.list({ limit: 5 })).list, before.list.slice(0, 5))
  // In a GET request, `list` stands in the place of an id and is not a valid one, so the cached answer is not sent.
  assert.equal((await fetch(`${url}/api/v1/place/list`)).status, 400)
  const again = await fetch(`${url}/api/v1/place/list`, { method: 'POST', headers: { 'if-none-match': '*' } })
  assert.equal(again.status, 200)
  await invalidate(db, topic.marks)
  while ((await visitor.place.list()).list[0]?.name === before.list[0]?.name);
})
