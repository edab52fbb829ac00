import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { freePort } from '../test/free-port.ts'
import { SiteNode } from './site-node.ts'

/** The part of a span in OTLP/JSON that this drill reads. */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

interface TraceRequest {
  resourceSpans: { scopeSpans: { scope: { name: string }; spans: Span[] }[] }[]
}

/** Milliseconds within which the spans of an answered request must have reached the collector. */
const sentWithinMs = 30_000

/**
 * Installs OpenTelemetry's instrumentation of Node in a temporary folder, starts the site with it as
 * docs/operating.md says, and collects its traces. Returns true if a request and the SQL statements that it ran arrive
 * as spans of one trace.
 */
export async function collectTraces(): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-traces-'))
  const spans: (Span & { scope: string })[] = []
  const collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as TraceRequest
    for (const { scope, spans: some } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      spans.push(...some.map((span) => ({ ...span, scope: scope.name })))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  let node: SiteNode | undefined
  try {
    const collectorPort = await freePort()
    await once(collector.listen(collectorPort, '127.0.0.1'), 'listening')
    const packages = ['@opentelemetry/api', '@opentelemetry/auto-instrumentations-node']
    execFileSync('npm', ['install', '--prefix', directory, '--no-save', '--silent', ...packages])
    const register = 'node_modules/@opentelemetry/auto-instrumentations-node/dist/register.mjs'
    node = new SiteNode(await freePort(), {
      DATA_DIR: join(directory, 'data'),
      NODE_OPTIONS: `--import=${pathToFileURL(join(directory, register)).href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_NODE_ENABLED_INSTRUMENTATIONS: 'http,pg',
      OTEL_SERVICE_NAME: 'zhitu',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
    })
    await node.start()
    await fetch(`http://127.0.0.1:${node.port}/book?q=traces`)
    const statements = await waitForStatements(spans)
    console.log(`一次搜索的记录：收到 ${statements} 条 SQL 语句，和请求在同一条记录里`)
    return statements > 0
  } finally {
    await node?.end('SIGTERM')
    collector.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Waits until a span of a request and spans of its SQL statements have arrived, and counts the latter. */
async function waitForStatements(spans: (Span & { scope: string })[]): Promise<number> {
  const began = performance.now()
  for (;;) {
    const requests = spans.filter(({ scope, name }) => scope.endsWith('instrumentation-http') && name.startsWith('GET'))
    const statements = spans.filter(
      ({ scope, parentSpanId, name, traceId }) =>
        scope.endsWith('instrumentation-pg') &&
        parentSpanId !== undefined &&
        name.startsWith('pg.query') &&
        requests.some((request) => request.traceId === traceId),
    )
    if (statements.length > 0 || performance.now() - began > sentWithinMs) return statements.length
    await new Promise((done) => setTimeout(done, 200))
  }
}
