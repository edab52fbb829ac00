import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { findXmlError } from '#server/engines/epub/find-xml-error.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('the sitemap', async (t) => {
  const site = await startTestSite(t, { featureVideo: true })
  const { url, db, newUser } = site
  const editor = await newUser('老船夫', ['admin'])
  const reader = await newUser('翠翠')
  const bookId = await findBookId(db, '边城')
  const read = async (path: string) => {
    const response = await fetch(url + path)
    assert.equal(response.status, 200, path)
    const body = await response.text()
    assert.equal(findXmlError(body), undefined, path)
    return body
  }
  const listEntries = (xml: string) =>
    [...xml.matchAll(/<loc>http:\/\/books\.test([^<]+)<\/loc>(?:<lastmod>([^<]+)<)?/g)].map(
      ([, path = '', changed]) => ({ path, changed }),
    )
  const readAll = async () => {
    const files = listEntries(await read('/sitemap.xml'))
    return Promise.all(files.map(async (file) => ({ ...file, pages: listEntries(await read(file.path)) })))
  }
  const changedAt = async (path: string) =>
    (await readAll()).flatMap(({ pages }) => pages).find((page) => page.path === path)?.changed ?? ''

  await t.test('a small site has few files, with every public page in exactly one', async () => {
    const files = await readAll()
    assert.deepEqual(
      files.map(({ path }) => path),
      ['/sitemap-lists.xml', '/sitemap-1.xml'],
    )
    const listed = files.flatMap(({ pages }) => pages.map(({ path }) => path))
    assert.equal(new Set(listed).size, listed.length)
    const { rows } = await sql<{ path: string }>`
      select '/book/' || id as path from book union all select '/person/' || id from person
      union all select '/place/' || id from place union all select '/video/' || id from video`.execute(db)
    const lists = [
      '/',
      '/book',
      '/book/freeBook',
      '/place',
      '/tour',
      '/connect',
      '/today',
      '/about',
      '/privacy',
      '/terms',
      '/contact',
      '/video',
    ]
    assert.deepEqual(listed.toSorted(), [...lists, ...rows.map(({ path }) => path)].toSorted())
    for (const { changed, pages } of files)
      assert.equal(
        changed,
        pages
          .map((page) => page.changed)
          .toSorted()
          .at(-1),
      )
    for (const path of [...lists, ...rows.slice(0, 3).map((row) => row.path), rows.at(-1)?.path ?? ''])
      assert.equal((await fetch(url + path)).status, 200, path)
  })

  await t.test('an edit and a comment change the time of the page and of its file, a like does not', async () => {
    const page = `/book/${bookId}`
    const times = [await changedAt(page)]
    const { book, version } = await editor.api.book.inspect({ id: bookId })
    await editor.api.book.update({ id: bookId, version, book: { ...book, subtitle: '湘西' } })
    times.push(await changedAt(page))
    await reader.api.comment.create({ itemType: 'book', itemId: bookId, content: '读了两遍。' })
    times.push(await changedAt(page))
    assert.deepEqual(times, times.toSorted())
    assert.equal(new Set(times).size, 3)
    await reader.api.reaction.like({ itemType: 'book', itemId: bookId, on: true })
    assert.equal(await changedAt(page), times[2])
    assert.equal((await readAll()).at(-1)?.changed, times[2])
  })

  await t.test('an edit changes the time of the page of a place and of a person', async () => {
    const { id: placeId, name } = await db.selectFrom('place').select(['id', 'name']).executeTakeFirstOrThrow()
    const before = await changedAt(`/place/${placeId}`)
    const { list } = await editor.api.place.adminList({ query: name })
    const { lng, lat, country, province, version } = list.find(({ id }) => id === placeId) ?? assert.fail()
    await editor.api.place.update({ id: placeId, version, name: `${name}旧`, lng, lat, region: { country, province } })
    assert.ok((await changedAt(`/place/${placeId}`)) > before)
    const { authorIds } = await site.visitor.book.show({ id: bookId })
    assert.ok((await changedAt(`/person/${authorIds[0]}`)) > before)
  })

  await t.test('a removed book leaves its file, and comes back at the end with its removal undone', async () => {
    const count = (await readAll()).at(-1)?.pages.length ?? 0
    const etag = (await fetch(`${url}/sitemap-1.xml`)).headers.get('etag')
    const { book } = await editor.api.book.inspect({ id: bookId })
    const created = await editor.api.book.create({ book: { ...book, title: '长河', editions: [] } })
    assert.ok((await read('/sitemap-1.xml')).includes(created.id))
    const removed = await editor.api.book.remove({ id: created.id })
    assert.ok(!(await read('/sitemap-1.xml')).includes(created.id))
    assert.equal((await readAll()).at(-1)?.pages.length, count)
    assert.notEqual((await fetch(`${url}/sitemap-1.xml`)).headers.get('etag'), etag)
    await editor.api.audit.undo({ id: removed.auditId })
    const file = await read('/sitemap-1.xml')
    assert.equal(listEntries(file).at(-1)?.path, `/book/${created.id}`)
  })

  await t.test('conditional and HEAD requests are answered without a body, wrong numbers with 404', async () => {
    const plain = await raw('/sitemap-1.xml', { 'accept-encoding': 'identity' })
    const packed = await raw('/sitemap-1.xml', { 'accept-encoding': 'gzip' })
    assert.deepEqual(gunzipSync(packed.body), plain.body)
    assert.notEqual(packed.headers['etag'], plain.headers['etag'])
    const unchanged = await raw('/sitemap-1.xml', { 'if-none-match': plain.headers['etag'] ?? '' })
    assert.deepEqual([unchanged.status, unchanged.body.length], [304, 0])
    for (const path of ['/sitemap-1.xml', '/sitemap.xml', '/sitemap-lists.xml']) {
      const { status, headers, body } = await raw(path, {}, 'HEAD')
      assert.deepEqual([status, headers['content-type'], body.length], [200, 'application/xml; charset=utf-8', 0])
    }
    for (const number of ['0', '01', '2', '-1', '1.5', 'x', '99999999999'])
      assert.equal((await raw(`/sitemap-${number}.xml`)).status, 404, number)
  })

  await t.test('the 50,001st page begins another file, and earlier files stay as they are', async () => {
    const first = await read('/sitemap-1.xml')
    const stored = listEntries(first).length
    const { rows } = await sql<{ last: number }>`select max(number) as last from sitemap_page`.execute(db)
    const last = rows[0]?.last ?? 0
    const addPeople = (from: number, to: number) =>
      sql`insert into sitemap_page (id, noun)
        select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'person'
        from generate_series(${from}::integer, ${to}::integer) n`.execute(db)
    await addPeople(last + 1, 50_000)
    const full = await read('/sitemap-1.xml')
    assert.equal(listEntries(full).length, stored + 50_000 - last)
    assert.ok(full.startsWith(first.slice(0, first.indexOf('</urlset>'))))
    assert.equal((await raw('/sitemap-2.xml')).status, 404)
    await addPeople(50_001, 50_001)
    assert.equal(listEntries(await read('/sitemap-2.xml')).length, 1)
    assert.equal(await read('/sitemap-1.xml'), full)
    // The rows were inserted directly in the database, so the cached index of the sitemap is outdated. The new comment
    // on a book invalidates it.
    await reader.api.comment.create({ itemType: 'book', itemId: bookId, content: '又读了一遍。' })
    assert.ok((await read('/sitemap.xml')).includes('/sitemap-2.xml'))
  })

  /** Sends a request and returns the raw response body, which fetch would decompress. */
  function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
      (done, failed) => {
        const sent = request(url + path, { method, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            done({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              body: Buffer.concat(chunks),
            }),
          )
        })
        sent.on('error', failed)
        sent.end()
      },
    )
  }
})
