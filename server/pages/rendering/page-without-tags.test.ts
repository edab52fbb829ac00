import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../../../test/test-site.ts'

test('pages are served without the tags when these fail, and are not cached then', async (t) => {
  const { url, db } = await startTestSite(t)
  const get = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, cache: response.headers.get('cache-control'), html: await response.text() }
  }
  const tagLink = /href="[^"]*tag=/
  await db.schema.alterTable('tag').renameColumn('position', 'renamed').execute()
  for (const path of ['/', '/book', '/book/freeBook']) {
    const { status, cache, html } = await get(path)
    assert.deepEqual([path, status], [path, 200])
    assert.equal(cache, 'no-store')
    assert.match(html, /<h1/)
  }
  assert.doesNotMatch((await get('/book')).html, tagLink)
  await db.schema.alterTable('tag').renameColumn('renamed', 'position').execute()
  for (const path of ['/', '/book', '/book/freeBook']) {
    const { cache, html } = await get(path)
    assert.equal(cache, 'no-cache')
    assert.match(html, tagLink)
  }
})
