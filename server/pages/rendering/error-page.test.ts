import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Success } from '#shared/api/failure.ts'
import { buildBundle } from './build-bundle.ts'
import { loadBundle } from './bundle.ts'
import { startTestSite } from '../../../test/test-site.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('browsers get an error page, programs the JSON envelope', async (t) => {
  const bundle = await loadBundle(await buildBundle(() => undefined))
  const site = await startTestSite(
    t,
    {},
    {
      bundle: {
        ...bundle,
        // The page fails because a component receives invalid data, which its types rule out, and throws during
        // rendering.
        render: (url, send, assetsOf) =>
          bundle.render(
            url,
            async (call) => {
              const answer = await send(call)
              if (call.noun === 'library') Object.assign((answer as Success).data as object, { list: [null] })
              return answer
            },
            assetsOf,
          ),
      },
    },
  )
  const get = async (path: string, headers: Record<string, string> = html, init: RequestInit = {}) => {
    const response = await fetch(site.url + path, { ...init, headers })
    return { response, status: response.status, text: await response.text() }
  }
  const isPage = ({ response, text }: Awaited<ReturnType<typeof get>>) => {
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(response.headers.get('vary') ?? '', /Accept/)
    assert.match(text, /^<!doctype html><html lang="zh-Hans">.*<h1>[^<]*[\u4e00-\u9fff]/s)
    assert.ok(!text.includes('"code"'))
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  }

  await t.test('a component that throws', async () => {
    const answer = await get('/book/freeBook')
    assert.equal(answer.status, 500)
    isPage(answer)
    assert.ok(answer.text.includes(answer.response.headers.get('x-request-id') ?? '?'))
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(answer.text) ?? []
    assert.equal((await fetch(site.url + style)).status, 200)
    const program = await get('/book/freeBook', {})
    assert.deepEqual([program.status, JSON.parse(program.text).code], [500, 50000])
  })

  await t.test('too many uncached pages', async () => {
    const search = (headers = {}) => get('/book?q=x', { ...html, 'x-forwarded-for': '10.66.0.1', ...headers })
    // The requests are sent in groups that fit into the queue of a node. Otherwise some would be refused because the
    // queue is full, not because of the rate limit.
    let answers = [await search()]
    for (let count = 1; count <= 300 && answers.every(({ status }) => status === 200); count += 20)
      answers = await Promise.all(Array.from({ length: 20 }, () => search()))
    const refused = answers.find(({ status }) => status !== 200)
    assert.ok(refused)
    assert.equal(refused.status, 429)
    isPage(refused)
    assert.ok(Number(refused.response.headers.get('retry-after')) > 0)
  })

  await t.test('a method or a body that no page accepts', async () => {
    const posted = await get('/book', html, { method: 'POST', body: 'x' })
    assert.equal(posted.status, 404)
    isPage(posted)
    const large = await get(
      '/user/unsubscribe',
      { ...html, 'content-type': 'application/json' },
      {
        method: 'POST',
        body: JSON.stringify('x'.repeat(300_000)),
      },
    )
    assert.equal(large.status, 413)
    isPage(large)
  })

  await t.test('a missing file', async () => {
    const answer = await get('/cover/none.svg')
    assert.equal(answer.status, 404)
    isPage(answer)
  })

  await t.test('the API answers with the envelope even to a browser', async () => {
    const { response, text } = await get('/api/v1/nothing')
    assert.match(response.headers.get('content-type') ?? '', /application\/json/)
    assert.equal(JSON.parse(text).httpCode, 404)
  })
})
