import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/api/contract.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import { startTestSite } from './test-site.ts'

const rows = Object.entries(contract as Contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, ...endpoint })),
)

test('no two rows answer the same request', () => {
  const requests = rows.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  assert.deepEqual(requests, [...new Set(requests)])
})

test('every row keeps the rules', async (t) => {
  const { url, newReader } = await startTestSite(t)
  const { token } = await newReader()
  const ask = async ({ method, path }: (typeof rows)[number], body: object, authorization = '') => {
    const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
    const init = method === 'GET' ? {} : { body: JSON.stringify(body) }
    const headers = { authorization, 'content-type': 'application/json', 'x-forwarded-for': '10.88.0.1' }
    return (await fetch(url + apiPrefix + path.replace(/\{\w+\}/g, 'x') + query, { method, headers, ...init })).json()
  }
  for (const row of rows) {
    await t.test(`${row.name} refuses unknown fields`, async () => {
      const answer = await ask(row, { 'no-such-field': '1' }, token)
      if (row.access === 'anyone' || row.access === 'reader') {
        assert.equal(answer.httpCode, 400)
        assert.equal(answer.data.fields['no-such-field'], '没有这一项')
      } else assert.equal(answer.httpCode, 403)
    })
    if (row.access === 'anyone') continue
    await t.test(`${row.name} refuses visitors before it looks at anything`, async () => {
      assert.equal((await ask(row, { 'no-such-field': '1' })).httpCode, 401)
    })
  }
})
