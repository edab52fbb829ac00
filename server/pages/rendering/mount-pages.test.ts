import { topic } from '#server/platform/cache/topics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { invalidate } from '#server/platform/cache/changes.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

test('pages', async (t) => {
  const site = await startTestSite(t, { icpNumber: '京ICP备0号', mapApprovalNumber: 'GS(2026)0号' })
  const { url, db } = site
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers, redirect: 'manual' })
    return { response, status: response.status, html: await response.text() }
  }
  const id = await findBookId(db, '边城')

  const titles: [string, RegExp][] = [
    ['/', /^知图 · 连接知识$/],
    ['/map', /^知图 · 连接知识$/],
    ['/book', /^好书推荐 · 知图$/],
    ['/book?tag=%E6%B9%98%E8%A5%BF', /^湘西 · 好书推荐 · 知图$/],
    [`/book/${id}`, /^《边城》沈从文 · 知图$/],
    ['/book/freeBook', /^免费书 · 知图$/],
    ['/book/recommend', /^我要推荐好书 · 知图$/],
    ['/user/recommend', /^我要推荐好书 · 知图$/],
    ['/user/userInfo', /^我的 · 知图$/],
    ['/user/login', /^登录 · 知图$/],
    ['/user/register', /^注册 · 知图$/],
  ]
  for (const [path, title] of titles) {
    await t.test(`${path} is a whole page`, async () => {
      const { status, html, response } = await get(path)
      assert.equal(status, 200)
      assert.match(response.headers.get('content-type') ?? '', /text\/html; charset=utf-8/)
      assert.match(html, /^<!doctype html><html lang="zh-Hans"/)
      assert.match(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '', title)
      assert.equal(html.match(/<title>/g)?.length, 1)
      assert.equal(html.match(/<h1/g)?.length, 1)
      assert.match(html, /<meta name="description" content="[^"]{5,}/)
      const isStandalone = path === '/user/login' || path === '/user/register'
      assert.equal(html.includes('class="header"'), !isStandalone)
      assert.doesNotMatch(html, / style="/)
    })
  }

  await t.test('a book page describes itself to search engines and for sharing', async () => {
    const { html } = await get(`/book/${id}`)
    assert.ok(html.includes(`<link rel="canonical" href="http://books.test/book/${id}"/>`))
    assert.ok(html.includes(`<meta property="og:image" content="http://books.test/share/book/${id}.png"/>`))
    const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')
    assert.deepEqual([jsonLd['@type'], jsonLd.name, jsonLd.author[0].name], ['Book', '边城', '沈从文'])
    assert.ok(jsonLd.contentLocation.length > 0)
    const picture = await fetch(`${url}/share/book/${id}.png`)
    assert.equal(picture.headers.get('content-type'), 'image/png')
    assert.ok((await picture.arrayBuffer()).byteLength > 5000)
  })

  await t.test('a link to a part of the map has its own title and picture', async () => {
    const [tour] = (await site.visitor.tour.list()).list
    const [mark] = (await site.visitor.mark.list({ tags: ['湘西'] })).list
    assert.ok(tour && mark)
    const { itemId, placeId, place, title, itemType } = mark.properties
    for (const [query, heading, picture] of [
      [`tour=${tour.id}`, `漫游：${tour.title}`, `tour/${tour.id}`],
      [`place=${placeId}`, place, `place/${placeId}`],
      [`mark=${itemId}.${placeId}`, `《${title}》在${place}`, `${itemType}/${itemId}`],
      ['tag=%E6%B9%98%E8%A5%BF', '带着「湘西」的书在哪里', 'tag/%E6%B9%98%E8%A5%BF'],
    ] as const) {
      const { html } = await get(`/map?${query}`)
      assert.ok(/<title>(.*?)<\/title>/.exec(html)?.[1]?.startsWith(heading), query)
      assert.ok(html.includes(`<meta property="og:image" content="http://books.test/share/${picture}.png"/>`), query)
      assert.ok(html.includes(`<meta property="og:url" content="http://books.test/map?${query}"/>`), query)
      assert.equal((await fetch(`${url}/share/${picture}.png`)).headers.get('content-type'), 'image/png')
    }
    const unknown = await fetch(`${url}/share/tour/${crypto.randomUUID()}.png`)
    assert.equal(unknown.status, 404)
  })

  await t.test('the operator’s lines are in the footer', async () => {
    const { html } = await get('/')
    assert.ok(html.includes('京ICP备0号') && html.includes('GS(2026)0号'))
  })

  await t.test('any other path gets a 404 page in the shared layout', async () => {
    for (const path of [
      '/nothing',
      '/book/abc',
      '/video',
      '/user',
      '/book/00000000-0000-7000-8000-000000000000',
      '/a/b/c',
      '/%3Cscript%3E',
      '//[',
      '/Book',
      `/book/${id.toUpperCase()}`,
    ]) {
      const { status, html } = await get(path)
      assert.equal(status, 404, path)
      assert.ok(html.includes('没找到页面...') && html.includes('class="header"'), path)
    }
  })

  await t.test('an invalid page cursor is reported', async () => {
    const { status, html } = await get('/book?cursor=x')
    assert.equal(status, 400)
    assert.ok(html.includes('请从第一页开始'))
  })

  await t.test('all books can be paged through by links without JavaScript', async () => {
    const seen = new Set<string>()
    let path: string | undefined = '/book?sort=new'
    while (path !== undefined) {
      const { html } = await get(path)
      for (const [, found = ''] of html.matchAll(/class="card-link book-card-title" href="\/book\/([\da-f-]{36})"/g))
        seen.add(found)
      path = /<a class="button" href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    assert.equal(seen.size, (await site.visitor.book.list()).total)
  })

  await t.test('texts of books are escaped', async () => {
    const evil = `</script><script>alert(1)</script>"'&<b>`
    await db
      .updateTable('book')
      .set({ title: evil, desc: `${evil}<!--` })
      .where('id', '=', id)
      .execute()
    await invalidate(db, topic.book(id), topic.books)
    await site.visitor.auth.logout()
    const { html } = await get(`/book/${id}`)
    assert.doesNotMatch(html, /<script>alert|<b>/)
    const cover = await (await fetch(`${url}/cover/${id}.svg`)).text()
    assert.doesNotMatch(cover, /<script|<b>/)
    const feed = await (await fetch(`${url}/feed.xml`)).text()
    assert.doesNotMatch(feed, /<script|<b>/)
    assert.match(feed, /<author><name>[^<]+<\/name><uri>http:\/\/books\.test\/person\/[\da-f-]{36}<\/uri><\/author>/)
    await db.updateTable('book').set({ title: '边城', desc: '湘西' }).where('id', '=', id).execute()
    await invalidate(db, topic.book(id), topic.books)
  })

  await t.test('a page is compressed as requested and has an entity tag', async () => {
    const plain = await raw('/book', { 'accept-encoding': 'identity' })
    const br = await raw('/book', { 'accept-encoding': 'gzip, br' })
    const gzip = await raw('/book', { 'accept-encoding': 'gzip, br;q=0' })
    assert.deepEqual(
      [plain.headers['content-encoding'], br.headers['content-encoding'], gzip.headers['content-encoding']],
      [undefined, 'br', 'gzip'],
    )
    assert.deepEqual(brotliDecompressSync(br.body), plain.body)
    assert.deepEqual(gunzipSync(gzip.body), plain.body)
    assert.equal(br.headers['vary'], 'Accept-Encoding')
    assert.equal(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size, 3)
    const again = await raw('/book', { 'accept-encoding': 'br', 'if-none-match': br.headers.etag as string })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    const head = await raw('/book', { 'accept-encoding': 'br' }, 'HEAD')
    assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, String(br.body.length), 0])
  })

  await t.test('cached and uncached pages have the security headers', async () => {
    for (const path of ['/book', '/nothing', '/book']) {
      const { response } = await get(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self';/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    }
  })

  await t.test('a change is visible in the next request on every node and invalidates no other page', async () => {
    const second = await site.secondNode()
    const other = await db.selectFrom('book').select('id').where('title', '=', '呐喊').executeTakeFirstOrThrow()
    const read = async (base: string, book: string) => (await fetch(`${base}/book/${book}`)).headers.get('etag')
    const before = [await read(url, id), await read(second, id), await read(url, other.id)]
    for (let round = 0; round < 20; round++) {
      await db.transaction().execute(async (db) => {
        await db
          .updateTable('book')
          .set({ desc: `湘西 ${round}` })
          .where('id', '=', id)
          .execute()
        await invalidate(db, topic.book(id))
      })
      // The page must be up to date after a request that writes, because such a request waits until its node has
      // received the invalidations of all earlier writes.
      for (const base of [url, second]) {
        await fetch(`${base}/api/v1/auth/logout`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
        const html = await (await fetch(`${base}/book/${id}`)).text()
        assert.ok(html.includes(`湘西 ${round}`), `round ${round}`)
      }
    }
    assert.notEqual(await read(url, id), before[0])
    assert.equal(await read(url, id), await read(second, id))
    assert.equal(await read(url, other.id), before[2])
  })

  await t.test('scripts and styles are cached forever by their hash, other files for an hour', async () => {
    const { html } = await get('/book')
    const [, script = ''] = /data-modules="[^"]*?([^" ]+)"/.exec(html) ?? []
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
    for (const path of [script, style]) {
      const asset = await raw(path, { 'accept-encoding': 'br' })
      assert.deepEqual(
        [asset.status, asset.headers['content-encoding'], asset.headers['cache-control']],
        [200, 'br', 'public, max-age=31536000, immutable'],
      )
      assert.equal(asset.headers['x-content-type-options'], 'nosniff')
    }
    assert.equal((await raw('/favicon.svg', {})).headers['cache-control'], 'public, max-age=3600')
    for (const path of [
      '/.vite/manifest.json',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/none.js',
    ]) {
      assert.equal((await raw(path, {})).status, 404, path)
    }
  })

  await t.test('feeds and robots', async () => {
    const feed = (await get('/feed.xml')).html
    // The feed has an entry for the picks of each of the last three days (book of the day and place of the day), and
    // one for each of the 30 newest books.
    assert.equal(feed.match(/<entry>/g)?.length, 33)
    assert.match((await get('/robots.txt')).html, /Sitemap: http:\/\/books\.test\/sitemap\.xml/)
  })

  /** Sends a request and returns the raw response body, which fetch would decompress. */
  function raw(path: string, headers: Record<string, string>, method = 'GET') {
    return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>(
      (done, failed) => {
        const sent = request(url + path, { method, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          )
        })
        sent.on('error', failed)
        sent.end()
      },
    )
  }
})
