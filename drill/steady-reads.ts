import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const readers = 4
/** The number of loopback IP addresses from which the pages are read. */
const visitors = 200
const pauseMs = 100
const answerWithinMs = 60_000
/** The number of characters of a failed answer that are printed. */
const excerptLength = 100

/** Reads public pages in several parallel loops until `stop` is called, and counts the reads that fail. */
export class SteadyReads {
  requests = 0
  failures = 0
  /** Number of stale answers, which a node sends from its cache while its database is not reachable. */
  stale = 0
  /** Descriptions of the first five failures. */
  readonly examples: string[] = []
  readonly #stopping = new AbortController()
  readonly #began = performance.now()
  readonly #ended: Promise<unknown>

  constructor(port: number, paths: string[]) {
    const read = async () => {
      while (!this.#stopping.signal.aborted) {
        await this.#read(port, paths[this.requests++ % paths.length] ?? '/')
        await sleep(pauseMs)
      }
    }
    this.#ended = Promise.all(Array.from({ length: readers }, read))
  }

  async stop() {
    this.#stopping.abort()
    await this.#ended
  }

  /**
   * Reads a page. Consecutive reads come from different IP addresses, like those of different visitors, because the
   * site has a rate limit for each IP address.
   */
  async #read(port: number, path: string) {
    const localAddress = `127.0.1.${1 + (this.requests % visitors)}`
    const sent = request({ host: '127.0.0.1', port, path, localAddress, agent: false, timeout: answerWithinMs })
    sent.on('timeout', () => sent.destroy(new Error('no answer in a minute')))
    // An error during the transfer of an answer also makes `buffer(answer)` fail, so it is counted there.
    sent.on('error', () => undefined)
    try {
      sent.end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const body = await buffer(answer)
      if (answer.headers['cache-status']?.includes('fwd=stale')) this.stale += 1
      if (answer.statusCode !== 200) this.#fail(`${path}: ${answer.statusCode} ${describe(answer, body)}`)
    } catch (error) {
      this.#fail(`${path}: ${(error as Error).message}`)
    }
  }

  #fail(example: string) {
    this.failures += 1
    const seconds = Math.round((performance.now() - this.#began) / 1000)
    if (this.examples.length < 5) this.examples.push(`${seconds} s: ${example}`)
  }
}

/** Returns whether a node or only the proxy sent a failed answer, and the beginning of the text of its page. */
function describe({ headers }: IncomingMessage, body: Buffer): string {
  const sender = headers['x-request-id'] === undefined ? 'by the proxy' : 'by a node'
  const text = body.toString().replaceAll(/<(head|style|script)\b.*?<\/\1>|<[^>]*>|\s+/gs, ' ')
  return `${sender}, retry-after ${headers['retry-after'] ?? 'none'}: ${text.trim().slice(0, excerptLength)}`
}
