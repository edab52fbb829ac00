import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readProgramVersion } from '#server/start/program-version.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('the API answers every request with its envelope', async (t) => {
  const { url, db } = await startTestSite(t)
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, init)
    return { response, body: await response.json() }
  }
  const post = (path: string, body: string | Buffer, type = 'application/json') =>
    ask(path, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers: { 'content-type': type } })

  await t.test('a success', async () => {
    const { response, body } = await ask('/api/v1/site/info')
    assert.equal(response.status, 200)
    assert.deepEqual([body.code, body.message, body.data.name], [0, '', '知图'])
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  })

  const refusals: [string, () => ReturnType<typeof ask>, number][] = [
    ['an unknown call', () => ask('/api/v1/nothing'), 404],
    ['an unknown prefix', () => ask('/api/v9/site/info'), 404],
    ['a wrong method', () => ask('/api/v1/site/info', { method: 'DELETE' }), 404],
    ['broken JSON', () => post('/api/v1/book/list', '{"tags":['), 400],
    ['no JSON', () => post('/api/v1/book/list', '<a/>', 'text/xml'), 415],
    ['plain text', () => post('/api/v1/book/list', '{}', 'text/plain'), 415],
    ['a form', () => post('/api/v1/book/list', 'limit=1', 'application/x-www-form-urlencoded'), 415],
    ['an array', () => post('/api/v1/book/list', '[]'), 400],
    ['a number', () => post('/api/v1/book/list', '7'), 400],
    ['a poisoned prototype', () => post('/api/v1/book/list', '{"__proto__":{"free":true}}'), 400],
    ['wrong types', () => post('/api/v1/book/list', '{"tags":"湘西","free":"yes","limit":1.5}'), 400],
    ['invalid UTF-8', () => post('/api/v1/book/list', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])), 400],
    ['a NUL in a filter', () => post('/api/v1/book/list', '{"tags":["\\u0000"]}'), 400],
    ['a lone surrogate in a filter', () => post('/api/v1/book/list', '{"tags":["\\ud800"]}'), 400],
    [
      'a pile of combining marks',
      () =>
        post('/api/v1/book/list', JSON.stringify({ tags: ['a' + '\u0300'.repeat(60_000) + '\u0316'.repeat(60_000)] })),
      400,
    ],
    [
      'a compressed body',
      () =>
        ask('/api/v1/book/list', {
          method: 'POST',
          body: new Uint8Array(gzipSync('{}')),
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        }),
      400,
    ],
    ['too large a body', () => post('/api/v1/book/list', JSON.stringify({ cursor: 'x'.repeat(300_000) })), 413],
    ['an id in upper case', () => ask('/api/v1/book/01A1FADD-315F-72F1-B7F7-68ACE884FE4C'), 400],
    ['a post to a page', () => post('/book', '{}'), 404],
    ['a malformed id', () => ask('/api/v1/book/%00'), 400],
    ['a bad escape', () => ask('/api/v1/book/%E0%A4%A'), 400],
    ['no login', () => ask('/api/v1/user/info'), 401],
    ['a forged token', () => ask('/api/v1/user/info', { headers: { authorization: 'Bearer x' } }), 401],
  ]
  for (const [name, refused, status] of refusals) {
    await t.test(`${name} is refused with ${status}`, async () => {
      const { response, body } = await refused()
      assert.equal(response.status, status)
      assert.equal(body.httpCode, status)
      assert.notEqual(body.code, 0)
      assert.match(body.message, /[\u4e00-\u9fff]/)
      assert.match(body.requestId, /^[\da-f-]{36}$/)
      assert.equal(response.headers.get('x-request-id'), body.requestId)
    })
  }

  await t.test('invalid HTTP is answered and the connection is closed', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.write('NOT HTTP\r\n\r\n')
    await new Promise((closed) => socket.once('close', closed))
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.match(answer, /content-security-policy: default-src 'none'/)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').httpCode, 400)
  })

  await t.test('an internal error reveals only the request number', async () => {
    await db.schema.alterTable('tag').renameTo('renamed_tag').execute()
    const { response, body } = await ask('/api/v1/tag/list')
    await db.schema.alterTable('renamed_tag').renameTo('tag').execute()
    assert.equal(response.status, 500)
    assert.doesNotMatch(JSON.stringify(body), /renamed_tag|relation|select/)
    assert.match(body.requestId, /^[\da-f-]{36}$/)
  })

  await t.test('login attempts of one address are limited', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.99.0.1' }
    const guess = () => ask('/api/v1/auth/login', { method: 'POST', headers, body: '{"account":"x","password":"y"}' })
    const statuses = []
    for (let n = 0; n < 32; n++) statuses.push((await guess()).response.status)
    assert.deepEqual(statuses.slice(-2), [429, 429])
    assert.ok(statuses.slice(0, 30).every((status) => status === 400))
    const { body } = await guess()
    assert.deepEqual([body.code, body.httpCode], [42900, 429])
  })

  await t.test('OpenAPI describes every call', async () => {
    const document = (await ask('/api/v1/openapi.json')).body
    assert.equal(document.openapi, '3.1.0')
    const login = document.paths['/api/v1/auth/login'].post
    assert.deepEqual(login.requestBody.content['application/json'].schema.required, ['account', 'password'])
    assert.equal(document.paths['/api/v1/book/{id}'].get.parameters[0].in, 'path')
    assert.equal(document.paths['/api/v1/user/message/{id}'].put.requestBody, undefined)
    assert.equal(document.paths['/api/v1/user/message/list'].post.requestBody.required, false)
    const { required, content } = document.paths['/api/v1/user/recommend/{id}'].put.requestBody
    assert.deepEqual([required, content['application/json'].schema.required], [true, ['title', 'authors', 'reason']])
    assert.ok('id' in content['application/json'].schema.properties)
    assert.match(login.description, /30 calls a minute/)
  })

  await t.test('OpenAPI tells the lengths and meanings of fields', async () => {
    const { paths } = (await ask('/api/v1/openapi.json')).body
    const inputOf = (path: string, method = 'post') =>
      paths[path][method].requestBody.content['application/json'].schema.properties
    const { title, editions } = inputOf('/api/v1/admin/book/create').book.properties
    assert.deepEqual([title.minLength, title.maxLength], [1, 100])
    assert.match(editions.description, /the first is the main one/)
    const { id, name, names } = inputOf('/api/v1/admin/place/{id}', 'put')
    assert.deepEqual([id.format, name.maxLength, names.items.properties.name.maxLength], ['uuid', 30, 60])
    const calls = Object.values<Record<string, { requestBody?: object }>>(paths).flatMap(Object.values)
    const unlimited = calls
      .flatMap(({ requestBody }) => listStrings(requestBody))
      .filter((schema) => !['maxLength', 'enum', 'const', 'format', 'pattern'].some((limit) => limit in schema))
    assert.deepEqual(unlimited, [])
    assert.ok(paths['/api/v1/library/import/{id}/{part}'].put.requestBody.content['application/octet-stream'])
    assert.ok(paths['/storage/{key}'].put)
  })

  await t.test('OpenAPI describes every field in a sentence', async () => {
    const { paths, components } = (await ask('/api/v1/openapi.json')).body
    const fields = [...Object.entries(paths), ...Object.entries(components.schemas)].flatMap(([where, part]) =>
      listFields(part, where),
    )
    assert.ok(fields.length > 2000, `${fields.length} fields`)
    const unclear = fields.filter(
      ({ description }) => !/^[A-Z][^]*[.]$/.test(description) || description.includes('{of}'),
    )
    assert.deepEqual(unclear, [])
  })

  await t.test('health and readiness', async () => {
    assert.deepEqual((await ask('/healthz')).body, { status: 'ok', version: readProgramVersion() })
    assert.deepEqual((await ask('/readyz')).body, { status: 'ready' })
  })
})

/** Returns all schemas of strings within a JSON schema. */
function listStrings(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.values(schema).flatMap(listStrings)
  return 'type' in schema && schema.type === 'string' ? [schema as Record<string, unknown>, ...inside] : inside
}

/** Returns all fields of the objects and all parameters in a part of an OpenAPI document, with their descriptions. */
function listFields(part: unknown, where: string): { where: string; description: string }[] {
  if (typeof part !== 'object' || part === null) return []
  const { type, properties, name, schema } = part as Record<string, unknown>
  const fields =
    type === 'object' ? Object.entries(properties ?? {}) : 'in' in part ? [[String(name), schema] as const] : []
  const described = fields.map(([name, field]) => ({ where: `${where} ${name}`, description: field.description ?? '' }))
  return [...described, ...Object.values(part).flatMap((inside) => listFields(inside, where))]
}
