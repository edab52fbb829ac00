import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import { startTestSite } from './test-site.ts'

const rows = Object.entries(contract as Contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, ...endpoint })),
)
type Row = (typeof rows)[number]

/** Content types that a client may send with an empty body; `undefined` means that the request has no content type. */
const contentTypes = [undefined, 'application/json', 'text/plain', 'application/x-www-form-urlencoded', 'text/xml']

test('no two calls have the same method and path', () => {
  const requests = rows.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  assert.deepEqual(requests, [...new Set(requests)])
})

test('every input ignores unknown fields at any depth', () => {
  const strict = rows.filter(({ input }) =>
    JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).includes(
      '"additionalProperties":false',
    ),
  )
  assert.deepEqual(
    strict.map(({ name }) => name),
    [],
  )
})

test('every call follows the rules of the contract', async (t) => {
  const { url, db, newUser } = await startTestSite(t)
  const [reader, suspended, admin] = [await newUser(), await newUser(), await newUser('站长', ['editor', 'admin'])]
  const suspendedAdmin = await newUser('站长', ['editor', 'admin'])
  await db
    .updateTable('user')
    .set({ suspendedAt: new Date(), suspendReason: '发广告' })
    .where('id', 'in', [suspended.user.id, suspendedAdmin.user.id])
    .execute()

  let callers = 0
  /**
   * Sends an API call with an empty body. Each call comes from another IP address and has `x` in place of each path
   * parameter.
   */
  const send = async (
    { method, path }: Row,
    token: string,
    request: { query?: string; body?: string; type?: string },
  ) => {
    const { query = '', body, type } = request
    const headers = new Headers({ authorization: token, 'x-forwarded-for': `10.88.${++callers >> 8}.${callers & 255}` })
    if (type !== undefined) headers.set('content-type', type)
    const address = url + apiPrefix + path.replace(/\{\w+\}/g, 'x') + query
    const sent = body === undefined ? {} : { body: new TextEncoder().encode(body) }
    return (await fetch(address, { method, headers, ...sent })).json()
  }
  const empty = ({ method }: Row) => (method === 'GET' ? {} : { body: '{}', type: 'application/json' })
  const outcome = ({ code, data }: { code: number; data: { fields?: object } | null }) => ({
    code,
    fields: data?.fields,
  })

  for (const row of rows.filter(({ effect }) => effect === 'read')) {
    await t.test(`${row.name} ignores unknown fields and treats an empty body of any type as {}`, async () => {
      const { token } = row.access === 'anyone' || row.access === 'reader' ? reader : admin
      const expected = outcome(await send(row, token, empty(row)))
      if (row.method === 'GET') {
        assert.deepEqual(outcome(await send(row, token, { query: '?_t=1' })), expected)
        return
      }
      const unknown = { body: '{"_t":1,"no-such-field":{"a":[]}}', type: 'application/json' }
      assert.deepEqual(outcome(await send(row, token, { ...unknown, query: '?_t=1' })), expected)
      for (const type of contentTypes)
        assert.deepEqual(outcome(await send(row, token, { body: '', ...(type && { type }) })), expected, String(type))
    })
  }

  for (const row of rows) {
    await t.test(`${row.name} answers 401 only to visitors and 403 only to a missing role`, async () => {
      const needsRole = row.access === 'editor' || row.access === 'admin'
      // Every call that needs no login is sent with a new session, because one of these calls logs out and ends its
      // session.
      const { token } = row.access === 'anyone' ? await newUser() : reader
      const { code: visitor } = await send(row, '', empty(row))
      const { code: plain } = await send(row, token, empty(row))
      assert.equal(visitor === 40100, row.access !== 'anyone')
      assert.equal(plain === 40300, needsRole)
      assert.notEqual(plain, 40100)
    })

    if (row.access === 'anyone') continue
    await t.test(`${row.name} admits suspended users only to read or delete`, async () => {
      const mayCall = row.access === 'reader' && (row.effect === 'read' || row.openToSuspended === true)
      for (const { token } of [suspended, suspendedAdmin]) {
        const { httpCode } = await send(row, token, empty(row))
        assert.equal(httpCode === 423, !mayCall)
        assert.ok(httpCode !== 401 && httpCode !== 403)
      }
    })
  }
})
