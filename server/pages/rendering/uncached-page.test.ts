import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { startTestSite } from '../../../test/test-site.ts'
import { buildBundle } from './build-bundle.ts'
import { loadBundle } from './bundle.ts'

test('invented addresses cost no rendering', async (t) => {
  const bundle = await loadBundle(await buildBundle(() => undefined))
  const rendered: string[] = []
  const site = await startTestSite(
    t,
    {},
    {
      bundle: {
        ...bundle,
        render: (url, ...rest) => {
          rendered.push(url.replace('http://books.test', ''))
          return bundle.render(url, ...rest)
        },
      },
    },
  )
  let callers = 0
  const get = async (path: string, from = `10.55.0.${++callers}`) => {
    const response = await fetch(site.url + path, { redirect: 'manual', headers: { 'x-forwarded-for': from } })
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }
  /**
   * Requests the URL paths one after another. Returns the answers, and the list of the pages that the server rendered
   * for them instead of taking them from the cache.
   */
  const rendering = async (...paths: string[]) => {
    rendered.length = 0
    const answers = []
    for (const path of paths) answers.push(await get(path))
    return { rendered: [...rendered], answers }
  }
  const book = await site.db.selectFrom('bookFile').select('bookId').executeTakeFirstOrThrow()
  const mark = await site.db.selectFrom('mark').select(['itemId', 'placeId']).executeTakeFirstOrThrow()

  await t.test('unknown parameters and values', async () => {
    for (const path of ['/', '/book', '/book/freeBook', `/book/${book.bookId}`]) {
      const noise = [
        '?x=1',
        '?x=2',
        '?sort=loud',
        '?length=x',
        '?free=2',
        '?format=%00',
        '?tag=',
        '?tag=%00',
        '?mark=z',
      ]
      const { rendered, answers } = await rendering(path, ...noise.map((query) => path + query))
      assert.deepEqual(rendered, [path])
      for (const { status, html } of answers) assert.deepEqual([status, html], [200, answers[0]?.html])
    }
  })

  await t.test('repeated and re-ordered tags', async () => {
    const [a = '', b = ''] = (await site.visitor.tag.list()).list.map(({ name }) => encodeURIComponent(name))
    const paths = [`/book?tag=${a}&tag=${b}`, `/book?tag=${b}&tag=${a}`, `/book?tag=${b}&tag=${a}&tag=${b}`]
    assert.equal((await rendering(...paths)).rendered.length, 1)
  })

  await t.test('unused tags are redirected to the page without them', async () => {
    const { rendered, answers } = await rendering('/book?tag=x1', '/book?tag=x2&sort=new', '/?tag=x3', '/?tag=x4')
    assert.deepEqual(rendered, [])
    assert.deepEqual(
      answers.map(({ status, location }) => [status, location]),
      [
        [302, '/book'],
        [302, '/book?sort=new'],
        [302, '/'],
        [302, '/'],
      ],
    )
  })

  await t.test('missing places, tours and marks share one page each', async () => {
    for (const name of ['place', 'tour', 'mark']) {
      const one = () => (name === 'mark' ? `${newId()}.${mark.placeId}` : newId())
      const paths = [`/?${name}=${one()}`, `/?${name}=${one()}`, `/?${name}=zz.zz`, `/?${name}=${one()}`]
      const { rendered, answers } = await rendering(...paths)
      assert.equal(rendered.length, 1, name)
      for (const { status, html } of answers) {
        assert.equal(status, 200)
        assert.ok(html.includes('这个链接指的地方已经不在地图上了'))
      }
    }
    const known = await rendering(`/?mark=${mark.itemId}.${mark.placeId}`, `/?place=${mark.placeId}`)
    assert.equal(known.rendered.length, 2)
  })

  await t.test('missing pages share one page for each kind', async () => {
    const kinds = {
      path: ['/a', '/b/c', '/%3Cscript%3E', '/wp-login.php', '/Book'],
      book: [`/book/${newId()}`, `/book/${newId()}`, '/book/abc', '/book/x'],
      read: [`/book/${newId()}/read`, `/book/${newId()}/read`],
      user: [`/user/${newId()}`, `/user/${newId()}`, '/user/x'],
    }
    for (const [kind, paths] of Object.entries(kinds)) {
      const { rendered, answers } = await rendering(...paths)
      assert.equal(rendered.length, 1, kind)
      for (const { status, html } of answers) {
        assert.equal(status, 404)
        assert.ok(html.includes('没找到页面...'))
      }
    }
  })

  await t.test('a removed text of the book and an invalid page cursor', async () => {
    const path = `/book/${book.bookId}/read`
    const { rendered, answers } = await rendering(`${path}?file=${newId()}`, `${path}?file=x`)
    assert.deepEqual(rendered, [])
    assert.deepEqual(answers[0]?.location, path)
    const wrong = await rendering('/book?cursor=%E4%B8%80', '/book?cursor=abc', '/book?cursor=x', '/book?cursor=!')
    assert.equal(wrong.rendered.length, 1)
    for (const { status } of wrong.answers) assert.equal(status, 400)
  })

  await t.test('a new book is found', async () => {
    const id = newId()
    assert.equal((await get(`/book/${id}`)).status, 404)
    const values = { id, title: '新书', authors: ['某人'], desc: '刚到的书' }
    await site.db.insertInto('book').values(values).execute()
    assert.equal((await get(`/book/${id}`)).status, 200)
  })

  await t.test('only uncached pages count against the limit', async () => {
    const from = '10.54.0.1'
    const ids = await site.db.selectFrom('book').select('id').limit(310).execute()
    for (let times = 0; times < 400; times++) assert.equal((await get('/book', from)).status, 200)
    const statuses = []
    for (const { id } of ids) statuses.push((await get(`/book/${id}`, from)).status)
    assert.deepEqual([...new Set(statuses.slice(0, 250))], [200])
    assert.equal(statuses.at(-1), 429)
    assert.equal((await get('/book', from)).status, 200)
    assert.equal((await get(`/book/${ids[309]?.id}`)).status, 200)
  })
})
