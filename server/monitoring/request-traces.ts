import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Statement } from '#server/db/open-database.ts'
import { type Span, textAttribute, type TraceExporter } from './trace-exporter.ts'

/** The kinds of spans in OTLP: a request that this program answers, and one that it makes. */
const kinds = { server: 2, client: 3 }
const statuses = { unset: 0, error: 2 }

/** A request that is being answered and traced. */
interface Traced {
  traceId: string
  spanId: string
  /** The span of the program that sent the request, if the request names it. */
  parentSpanId: string | undefined
  startedAt: number
}

/** Header of W3C Trace Context: version, trace, parent span, flags. */
const traceParent = /^00-(?<traceId>(?!0{32})[\da-f]{32})-(?<parentSpanId>(?!0{16})[\da-f]{16})-(?<flags>[\da-f]{2})$/

/**
 * Traces requests: a span for each request and one for each SQL statement that it runs. A trace that begins here has
 * the id of the request, so that log and trace lead to each other. Answers from the page cache are not traced.
 */
export class RequestTraces {
  readonly #exporter: TraceExporter
  readonly #ratio: number
  readonly #running = new Map<string, Traced>()

  /**
   * `ratio` is the fraction of requests that are traced, from 0 to 1. If the header of a request says whether to trace
   * it, the header decides.
   */
  constructor(exporter: TraceExporter, ratio: number) {
    this.#exporter = exporter
    this.#ratio = ratio
  }

  mount(app: FastifyInstance) {
    app.addHook('onRequest', async (request) => this.#begin(request))
    app.addHook('onResponse', async (request, reply) => this.#finish(request, reply.statusCode))
    app.addHook('onRequestAbort', async (request) => this.#finish(request, undefined))
    app.addHook('onClose', () => this.#exporter.stop())
  }

  recordStatement({ sql, ms, requestId, isFailed }: Statement) {
    const request = requestId === undefined ? undefined : this.#running.get(requestId)
    if (request === undefined) return
    const endedAt = Date.now()
    this.#exporter.add({
      traceId: request.traceId,
      spanId: randomId(8),
      parentSpanId: request.spanId,
      name: /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'sql',
      kind: kinds.client,
      ...toTimes(endedAt - ms, endedAt),
      attributes: [textAttribute('db.system.name', 'postgresql'), textAttribute('db.query.text', sql)],
      status: { code: isFailed ? statuses.error : statuses.unset },
    })
  }

  #begin({ id, headers }: FastifyRequest) {
    const { traceId, parentSpanId, flags } = traceParent.exec(String(headers.traceparent ?? ''))?.groups ?? {}
    const isTraced = flags === undefined ? Math.random() < this.#ratio : (Number.parseInt(flags, 16) & 1) === 1
    if (!isTraced) return
    const own = { traceId: traceId ?? id.replaceAll('-', ''), spanId: randomId(8), parentSpanId }
    this.#running.set(id, { ...own, startedAt: Date.now() })
  }

  /** `status` is undefined if the client has disconnected before the answer. */
  #finish(request: FastifyRequest, status: number | undefined) {
    const traced = this.#running.get(request.id)
    if (traced === undefined) return
    this.#running.delete(request.id)
    const { startedAt, parentSpanId, ...ids } = traced
    const route = request.routeOptions.url ?? 'none'
    this.#exporter.add({
      ...ids,
      ...(parentSpanId !== undefined && { parentSpanId }),
      name: `${request.method} ${route}`,
      kind: kinds.server,
      ...toTimes(startedAt, Date.now()),
      attributes: [
        textAttribute('http.request.method', request.method),
        textAttribute('http.route', route),
        textAttribute('zhitu.request_id', request.id),
        ...(status === undefined ? [] : [{ key: 'http.response.status_code', value: { intValue: String(status) } }]),
      ],
      status: { code: status === undefined || status >= 500 ? statuses.error : statuses.unset },
    })
  }
}

function randomId(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/**
 * Converts the start and the end of a span from milliseconds to nanoseconds since 1970, as text, because the values are
 * too large to be exact as numbers.
 */
function toTimes(startMs: number, endMs: number): Pick<Span, 'startTimeUnixNano' | 'endTimeUnixNano'> {
  const toNano = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)
  return { startTimeUnixNano: toNano(startMs), endTimeUnixNano: toNano(endMs) }
}
