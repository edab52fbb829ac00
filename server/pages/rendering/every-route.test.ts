import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startTestSite } from '../../../test/test-site.ts'

/**
 * Values that are invalid for every route, percent-encoded: NUL, bytes that are not UTF-8, a lone surrogate, a parent
 * folder and a very long text.
 */
const hostile = ['%00', '%FF%FE', '%ED%A0%80', '..%2F..%2Fetc', "'%22%3C", '%E0%A4%A', 'x'.repeat(180), '-1', '1e999']

/** Every route that is not an API call, with `*` in place of a parameter. */
const routes = [
  '/opds/books?tag=*',
  '/opds/books?cursor=*',
  '/opds/books?language=*',
  '/opds/books?sort=*',
  '/opds/v2/books?tag=*',
  '/opds/v2/books?cursor=*',
  '/opds/search?q=*',
  '/opds/search?query=*&page=*',
  '/opds/v2/search?query=*',
  '/opds/tags/*',
  '/opds/book/*',
  '/opds/v2/book/*',
  '/opds/shelf/*',
  '/opds/v2/shelf/*?cursor=*',
  '/opds/cover/*',
  '/kosync/syncs/progress/*',
  '/tiles/*/1/1/1',
  '/tiles/base/*/1/1',
  '/tiles/mark/*/0/0',
  '/tiles/mark/1/0/0?tag=*',
  '/storage/*',
  '/storage/avatar/*',
  '/sitemap-*.xml',
  '/cover/*.svg',
  '/map/book/*/wide.svg',
  '/map/place/*/wide.svg',
  '/globe/place/*.svg',
  '/share/place/*.png',
  '/share/place/*/poster.png',
  '/map/user/*.svg',
  '/share/user/*.svg',
  '/share/user/*.png',
  '/share/user/*/*.svg',
  '/share/user/*/*.png',
  '/share/book/*.png',
  '/share/book/*/poster.png',
  '/share/person/*.png',
  '/share/person/*/poster.png',
  '/share/region/*.png',
  '/share/tag/*.png',
  '/share/tour/*.png',
  '/share/tour/*/poster.png',
  '/globe/tour/*.svg',
  '/globe/tour/*/small.svg',
  '/share/connect/*/*.png',
  '/share/connect/*/*/poster.png',
  '/globe/connect/*/*.svg',
  '/globe/person/*.svg',
  '/cover/video/*.svg',
  '/book/*/file/*.epub',
  '/book/*/file/*/entry/*',
  '/user/unsubscribe?user=*&token=*',
  '/assets/*',
  '/map-provider/*',
  '/book?tag=*',
  '/book?q=*',
  '/book?cursor=*',
  '/?mark=*&place=*&tour=*',
  '/book/*',
  '/person/*',
  '/person/*?role=*&cursor=*',
  '/connect?from=*&to=*',
  '/connect?fromName=*&toName=*',
  '/?from=*&to=*',
  '/place/*',
  '/tour/*',
  '/place?region=*&name=*&cursor=*',
  '/place/*?kind=*&cursor=*',
  '/*',
]

test('no route fails on invalid parameters', async (t) => {
  const { url } = await startTestSite(t)
  for (const route of routes) {
    await t.test(route, async () => {
      for (const value of hostile) {
        const path = route.replaceAll('*', value)
        const response = await fetch(url + path, { headers: { 'x-forwarded-for': `10.8.${routes.indexOf(route)}.1` } })
        assert.ok(response.status < 500, `${path}: ${response.status} ${await response.text()}`)
      }
    })
  }
  await t.test('a NUL is reported as an invalid address', async () => {
    for (const path of ['/opds/books?tag=%00', '/opds/v2/books?tag=%00', '/opds/search?q=%00'])
      assert.equal((await fetch(url + path)).status, 400, path)
  })
  await t.test('POST requests are refused too', async () => {
    for (const path of ['/user/unsubscribe?user=%00&token=%00', '/kosync/users/create', '/storage/%00']) {
      const { status } = await fetch(url + path, { method: 'POST', body: '\u0000' })
      assert.ok(status < 500, `${path}: ${status}`)
    }
  })
})

test('every answer has a cache-control header and the security headers', async (t) => {
  const { url } = await startTestSite(t)
  const [book] = (await (await fetch(`${url}/api/v1/book/list`, { method: 'POST' })).json()).data.list
  const paths = [
    '/',
    '/book',
    `/book/${book.id}`,
    '/nothing-here',
    '/api/v1/site/info',
    '/api/v1/openapi.json',
    '/api/v1/nothing',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/feed.xml',
    '/favicon.svg',
    `/cover/${book.id}.svg`,
    '/opds',
    '/opds/v2',
    '/kosync/healthcheck',
    '/kosync/users/auth',
    '/tiles/base/0/0/0',
    '/tiles/mark/0/0/0',
    '/storage/none',
    '/book/x/file/y.epub',
  ]
  const posts = ['/user/unsubscribe', '/api/v1/book/list', '/kosync/users/create', '/book']
  const asked = [...paths.map((path) => [path, 'GET'] as const), ...posts.map((path) => [path, 'POST'] as const)]
  for (const [path, method] of asked) {
    await t.test(`${method} ${path}`, async () => {
      const { headers } = await fetch(url + path, { method, redirect: 'manual' })
      assert.ok(headers.get('cache-control'))
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    })
  }

  const raw = async (head: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.end(`${head}\r\nconnection: close\r\n\r\n`)
    let text = ''
    for await (const part of socket.setEncoding('utf8')) text += part
    return text
  }
  await t.test('a request without Host, and one with an unknown Expect, get the envelope', async () => {
    for (const [head, status] of [
      ['GET / HTTP/1.1', 400],
      ['GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: magic', 417],
    ] as const) {
      const text = await raw(head)
      assert.ok(text.startsWith(`HTTP/1.1 ${status} `), text.slice(0, 60))
      assert.match(text, /content-security-policy: default-src 'none'/)
      assert.match(text, new RegExp(`"httpCode":${status}`))
    }
  })
})
