import { topic } from '#server/platform/cache/topics.ts'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { copySmallCatalog } from '../../../test/catalog-copy.ts'
import { openLog } from '../../../test/open-log.ts'
import { prepareTestServer } from '../../../test/test-database.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('cached pages are served during a database outage', { timeout: 300_000 }, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-away-'))
  let postgres = await startEmbeddedPostgres({ directory })
  const closings: (() => unknown)[] = []
  t.after(async () => {
    try {
      for (const close of closings) await close()
    } finally {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    }
  })
  await prepareTestServer(postgres.connection, t, await copySmallCatalog(t, ['hunan-hubei.yaml']))
  const { log, lines } = openLog()
  const site = await startTestSite({ after: (close) => closings.push(close) }, {}, { log })
  const get = async (path: string, headers: Record<string, string> = { accept: 'text/html' }) => {
    const response = await fetch(site.url + path, { headers })
    const isStale = response.headers.get('cache-status') === 'zhitu; fwd=stale; fwd-status=503'
    return { status: response.status, isStale, etag: response.headers.get('etag'), text: await response.text() }
  }
  const user = await site.newUser()
  const [known, unknown, liked, commented] = await site.db.selectFrom('book').select('id').limit(4).execute()
  const paths = [
    '/',
    '/book',
    `/book/${known?.id}`,
    '/feed.xml',
    `/cover/${known?.id}.svg`,
    '/tiles/mark/0/0/0',
    '/opds',
  ]
  // Two pages are changed before the outage. During the outage, the page with an outdated number of likes may still be
  // sent, but a deleted comment must not be shown again.
  const { id: commentId } = await user.api.comment.create({
    itemType: 'book',
    itemId: commented?.id ?? '',
    content: '要删的话',
  })
  for (const path of [...paths, `/book/${liked?.id}`, `/book/${commented?.id}`])
    assert.equal((await get(path)).status, 200)
  await user.api.reaction.like({ itemType: 'book', itemId: liked?.id ?? '', on: true })
  await user.api.comment.remove({ id: commentId })
  const fresh = new Map<string, string>()
  for (const path of paths) {
    const { status, isStale, text } = await get(path)
    assert.deepEqual([status, isStale], [200, false], path)
    fresh.set(path, text)
  }
  await postgres.stop()
  // Pages are marked as stale as soon as the server process has noticed that it lost its database connection.
  await until(async () => (await get('/book')).isStale)

  await t.test('cached pages are sent unchanged and marked as stale', async () => {
    for (const path of paths) {
      const { status, isStale, text } = await get(path)
      assert.deepEqual([status, isStale], [200, true], path)
      assert.equal(text, fresh.get(path), path)
    }
  })

  await t.test('a page with an outdated number is sent, a page with a deleted comment is not', async () => {
    const { status, isStale } = await get(`/book/${liked?.id}`)
    assert.deepEqual([status, isStale], [200, true])
    assert.equal((await get(`/book/${commented?.id}`)).status, 503)
  })

  await t.test('any number of requests is answered', async () => {
    for (let times = 0; times < 400; times++) assert.equal((await get('/book')).status, 200)
  })

  await t.test('other pages and personal data explain the outage', async () => {
    const { status, text } = await get(`/book/${unknown?.id}`)
    assert.equal(status, 503)
    assert.match(text, /<h1>这一页没有打开<\/h1>/)
    const answer = await fetch(`${site.url}/api/v1/auth/loginStatus`, { headers: { authorization: user.token } })
    const { httpCode, message } = (await answer.json()) as { httpCode: number; message: string }
    assert.equal(httpCode, 503)
    assert.match(message, /[\u4e00-\u9fff]/)
  })

  await t.test('the log has one line for many pages that fail for the same reason', async () => {
    const failed = () => lines.filter(({ msg }) => msg === 'page failed' || msg === 'page call failed').length
    const before = failed()
    for (let times = 0; times < 50; times++) assert.equal((await get(`/book/${unknown?.id}?n=${times}`)).status, 503)
    assert.ok(failed() > 0, 'the first failure is logged')
    assert.ok(failed() - before < 25, `${failed() - before} lines for 50 pages`)
  })

  await t.test('after the outage pages are fresh and include changes by other nodes', async () => {
    postgres = await startEmbeddedPostgres({ directory })
    // A second server process changes a book while the first one does not yet receive cache invalidations again.
    const other = openDatabase(site.connection, () => undefined)
    await other
      .updateTable('book')
      .set({ title: '改了的书名' })
      .where('id', '=', known?.id ?? '')
      .execute()
    await invalidate(other, topic.book(known?.id ?? ''), topic.books)
    await other.destroy()
    await until(async () => !(await get('/feed.xml')).isStale)
    const { status, isStale, text } = await get(`/book/${known?.id}`)
    assert.deepEqual([status, isStale], [200, false])
    assert.ok(text.includes('改了的书名'))
  })
})

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((done) => setImmediate(done))
}
