import type { TraceSettings } from './trace-settings.ts'

/** A finished span in the JSON encoding of OTLP, the protocol of OpenTelemetry. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: number }
}

interface Attribute {
  key: string
  value: { stringValue: string } | { intValue: string }
}

/** Milliseconds for which spans are collected before they are sent. */
const collectMs = 5000
/** While this number of spans are waiting, further ones are dropped. */
const maxWaiting = 4096
const sendWithinMs = 5000
/** A collector that fails is logged once within this many milliseconds. */
const silenceMs = 60_000

/**
 * Sends spans to a collector, several at once, by OTLP over HTTP. Spans that cannot be sent are dropped: an unavailable
 * collector costs the site neither memory nor time.
 */
export class TraceExporter {
  readonly #settings: TraceSettings
  readonly #version: string
  readonly #onFailure: (error: unknown, dropped: number) => void
  #waiting: Span[] = []
  #dropped = 0
  #loggedAt = Number.NEGATIVE_INFINITY
  readonly #timer: NodeJS.Timeout

  /** `onFailure` is called at most once a minute, with the number of spans that were dropped since the last call. */
  constructor(settings: TraceSettings, version: string, onFailure: (error: unknown, dropped: number) => void) {
    this.#settings = settings
    this.#version = version
    this.#onFailure = onFailure
    this.#timer = setInterval(() => void this.send(), collectMs).unref()
  }

  add(span: Span) {
    if (this.#waiting.length < maxWaiting) this.#waiting.push(span)
    else this.#dropped += 1
  }

  /** Sends the spans that are waiting. Never rejects. */
  async send() {
    const spans = this.#waiting
    if (spans.length === 0) return
    this.#waiting = []
    const { url, headers } = this.#settings
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(this.#toRequest(spans)),
        signal: AbortSignal.timeout(sendWithinMs),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
    } catch (error) {
      this.#fail(error, spans.length)
    }
  }

  /** Sends the spans that are waiting and ends the timer. */
  async stop() {
    clearInterval(this.#timer)
    await this.send()
  }

  #fail(error: unknown, lost: number) {
    this.#dropped += lost
    const now = performance.now()
    if (now - this.#loggedAt < silenceMs) return
    this.#loggedAt = now
    this.#onFailure(error, this.#dropped)
    this.#dropped = 0
  }

  #toRequest(spans: Span[]) {
    const attributes = [
      textAttribute('service.name', this.#settings.serviceName),
      textAttribute('service.version', this.#version),
    ]
    return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'zhitu' }, spans }] }] }
  }
}

export function textAttribute(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue } }
}
