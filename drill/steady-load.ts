import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

interface Counts {
  requests: number
  /**
   * Number of failed requests: those without an answer, those answered with a status of 500 or more, and those with
   * `mustExist` answered with 404.
   */
  failures: number
  /**
   * Number of those failures that a node refused because it was overloaded, with the status 503 and the header
   * `retry-after`.
   */
  refusals: number
  /** Descriptions of the first five failures. */
  examples: string[]
}

interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: object
  token?: string
  /** Whether an answer with status 404 counts as a failure. */
  mustExist?: boolean
}

interface Answer {
  /** The HTTP status; undefined if there was no answer. */
  status?: number | undefined
  isRefusal: boolean
  text: string
}

/** The number of characters of a failed answer that are printed. */
const excerptLength = 200
const connections = 8
const answerWithinMs = 60_000
/** The shortest pause in ms between two requests of one connection, which limits the load to a moderate rate. */
const pauseMs = 50
/**
 * A connection pauses at least this many times as long as its last answer took, so that slow nodes are not overloaded.
 */
const pausePerAnswer = 3

/**
 * Sends requests over several persistent connections, on each one after another, until `stop` is called. A connection
 * pauses longer after a slow answer, so that the load stays below the capacity of the nodes on this machine.
 */
export class SteadyLoad {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections })
  readonly #stopping = new AbortController()
  readonly counts: Counts = { requests: 0, failures: 0, refusals: 0, examples: [] }
  readonly #ended: Promise<unknown>
  readonly #began = performance.now()

  /** `next` returns the request to send; its argument is the number of the request, from 0. */
  constructor(port: number, next: (count: number) => Request) {
    this.#ended = Promise.all(Array.from({ length: connections }, () => this.#send(port, next)))
  }

  /** Resolves when this many requests have been sent. */
  async reach(requests: number) {
    while (this.counts.requests < requests) await sleep(100)
  }

  async stop(): Promise<Counts> {
    this.#stopping.abort()
    await this.#ended
    this.#agent.destroy()
    return this.counts
  }

  async #send(port: number, next: (count: number) => Request) {
    while (!this.#stopping.signal.aborted) {
      const wanted = next(this.counts.requests++)
      const sentAt = performance.now()
      const { status, isRefusal, text } = await this.#ask(port, wanted)
      const answeredAfter = performance.now() - sentAt
      if (status === undefined || status >= 500 || (status === 404 && wanted.mustExist === true)) {
        this.counts.failures += 1
        if (isRefusal) this.counts.refusals += 1
        const seconds = Math.round((performance.now() - this.#began) / 1000)
        if (this.counts.examples.length < 5)
          this.counts.examples.push(`${seconds} s: ${wanted.method} ${wanted.path}: ${status ?? ''} ${text}`)
      }
      await sleep(Math.max(pauseMs, pausePerAnswer * answeredAfter))
    }
  }

  /**
   * Sends a request once, without a retry. `text` of the result is the beginning of a failed answer, or the error
   * message if there was no answer.
   */
  #ask(port: number, { method, path, body, token }: Request): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      'accept-encoding': 'gzip',
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token !== undefined && { authorization: token }),
    }
    return new Promise((done) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method, headers, agent: this.#agent, timeout: answerWithinMs },
        (response) => {
          const { statusCode: status, headers } = response
          const isRefusal = status === 503 && headers['retry-after'] !== undefined
          let beginning = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => {
            if (beginning.length < excerptLength) beginning += part
          })
          response.on('error', (error) => done({ isRefusal: false, text: error.message }))
          response.on('end', () =>
            done({ status, isRefusal, text: beginning.slice(0, excerptLength).replaceAll('\n', ' ') }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in a minute')))
      sent.on('error', (error) => done({ isRefusal: false, text: error.message }))
      sent.end(text)
    })
  }
}
