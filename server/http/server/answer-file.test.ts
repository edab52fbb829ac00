import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { entryBase } from '#shared/book-text.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('every kind of file answers conditional requests alike', async (t) => {
  const site = await startTestSite(t)
  const { url, db, storage } = site
  const file = await db
    .selectFrom('bookFile')
    .select(['id', 'bookId'])
    .where('format', '=', 'epub')
    .executeTakeFirstOrThrow()
  const outline = await site.visitor.reading.outline({ bookId: file.bookId })
  const chapter = outline.sections[0]?.path ?? ''
  const picture = `cover/${file.bookId}/${'0'.repeat(32)}-240.webp`
  await storage.put(picture, await plainPicture(24, 36, 'webp'))
  const addresses = {
    'a cached page': '/book',
    'a cached picture': '/share/site.png',
    'a stored picture': `/storage/${picture}`,
    'a map picture': '/tiles/relief/0/0/0',
    'a vector tile': '/tiles/base/0/0/0',
    'the text of a book': `/book/${file.bookId}/file/${file.id}.epub`,
    'a chapter of a book': entryBase(outline) + chapter,
  }
  for (const [name, path] of Object.entries(addresses)) {
    await t.test(name, async () => {
      const whole = await ask(path)
      const etag = whole.headers.etag ?? assert.fail('has no entity tag')
      assert.equal(whole.status, 200)
      assert.ok(whole.length > 0)
      for (const sent of [etag, `W/${etag}`, `"other", W/${etag} , "more"`, '*']) {
        const again = await ask(path, { 'if-none-match': sent })
        assert.deepEqual([again.status, again.length, again.headers.etag], [304, 0, etag], sent)
      }
      assert.equal((await ask(path, { 'if-none-match': '"other"' })).status, 200)
      const head = await ask(path, {}, 'HEAD')
      assert.deepEqual([head.status, head.length, head.headers.etag], [200, 0, etag])
    })
  }

  await t.test('a date alone is a condition as well', async () => {
    const path = addresses['the text of a book']
    const modified = (await ask(path)).headers['last-modified'] ?? ''
    assert.equal((await ask(path, { 'if-modified-since': modified })).status, 304)
    assert.equal((await ask(path, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status, 200)
    assert.equal((await ask(path, { 'if-modified-since': modified, 'if-none-match': '"other"' })).status, 200)
  })

  await t.test('clients that accept no encoding get the same bytes, first and later', async () => {
    const expected = (await (await fetch(`${url}/book`)).arrayBuffer()).byteLength
    const answers = await Promise.all([1, 2, 3].map(() => ask('/book', { 'accept-encoding': 'identity' })))
    for (const { length, headers } of [...answers, await ask('/book', { 'accept-encoding': 'identity' })])
      assert.deepEqual(
        [length, headers['content-length'], headers['content-encoding']],
        [expected, `${expected}`, undefined],
      )
    const head = await ask('/book', { 'accept-encoding': 'identity' }, 'HEAD')
    assert.deepEqual([head.length, head.headers['content-length']], [0, `${expected}`])
  })

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number
      headers: NodeJS.Dict<string>
      length: number
    }>()
    const sent = request(url + path, { method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers as NodeJS.Dict<string>,
        length: body.length,
      })
    })
    sent.on('error', reject).end()
    return promise
  }
})
