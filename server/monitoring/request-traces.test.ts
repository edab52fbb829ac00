import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { startTestSite } from '../../test/test-site.ts'
import type { Span } from './trace-exporter.ts'

/**
 * Starts a collector of traces on loopback. It stores the spans that it receives, and answers with the status that
 * `status` returns.
 */
async function startCollector(t: TestContext, status = () => 200) {
  const spans: Span[] = []
  const services: unknown[] = []
  const keys: unknown[] = []
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as {
      resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Span[] }[] }[]
    }
    assert.equal(request.url, '/v1/traces')
    keys.push(request.headers['x-key'])
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      services.push(resource.attributes[0])
      spans.push(...scopeSpans.flatMap(({ spans }) => spans))
    }
    response.writeHead(status(), { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  return { spans, services, keys, settings: { url, headers: { 'x-key': 'of the operator' }, serviceName: 'books' } }
}

test('a collector receives a trace of each request with its SQL statements', async (t) => {
  const { spans, services, keys, settings } = await startCollector(t)
  const closings: (() => unknown)[] = []
  const site = await startTestSite(
    { after: (close) => closings.push(close) },
    {},
    { traces: { ...settings, ratio: 1 } },
  )
  const [book = assert.fail()] = (await site.visitor.book.list({ limit: 1 })).list
  await (await fetch(`${site.url}/book/${book.id}`)).text()
  const call = await fetch(`${site.url}/api/v1/auth/loginStatus`, { headers: { authorization: 'an unknown token' } })
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
  const flagged = (flags: string) => ({ traceparent: `00-${parent.traceId}-${parent.spanId}-${flags}` })
  await fetch(`${site.url}/person`, { headers: flagged('01') })
  await fetch(`${site.url}/place`, { headers: flagged('00') })
  // The spans that are waiting are sent when the site stops.
  for (const close of closings) await close()
  assert.deepEqual(services[0], { key: 'service.name', value: { stringValue: 'books' } })
  assert.equal(keys[0], 'of the operator')

  const requestId = call.headers.get('x-request-id') ?? assert.fail()
  const ofCall = spans.filter(({ traceId }) => traceId === requestId.replaceAll('-', ''))
  assert.equal(ofCall.find(({ kind }) => kind === 2)?.name, 'GET /api/v1/auth/loginStatus')

  // The header of one request says that it must not be traced, so the spans do not include the page of that request.
  const pages = spans.filter(({ name }) => name === 'GET /*')
  assert.equal(pages.length, 2)
  const [page = assert.fail()] = pages
  const ofPage = spans.filter(({ traceId }) => traceId === page.traceId)
  assert.equal(page.name, 'GET /*')
  assert.equal(page.parentSpanId, undefined)
  assert.deepEqual(page.status, { code: 0 })
  assert.ok(page.attributes.some(({ value }) => 'intValue' in value && value.intValue === '200'))
  assert.ok(BigInt(page.endTimeUnixNano) >= BigInt(page.startTimeUnixNano))
  const statements = ofPage.filter(({ kind }) => kind === 3)
  assert.ok(statements.length > 1)
  for (const { parentSpanId, attributes } of statements) {
    assert.equal(parentSpanId, page.spanId)
    assert.ok(!JSON.stringify(attributes).includes(book.id), 'no values of parameters')
  }
  const continued = spans.find(({ traceId, kind }) => traceId === parent.traceId && kind === 2)
  assert.equal(continued?.parentSpanId, parent.spanId)
})

test('a collector that fails is logged once and costs no request', async (t) => {
  const { settings } = await startCollector(t, () => 500)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const closings: (() => unknown)[] = []
  const site = await startTestSite(
    { after: (close) => closings.push(close) },
    {},
    { log, traces: { ...settings, ratio: 1 } },
  )
  assert.equal((await fetch(`${site.url}/book`)).status, 200)
  for (const close of closings) await close()
  assert.equal(lines.filter((line) => line.includes('traces not sent')).length, 1)
})
