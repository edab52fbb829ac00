import { setTimeout as sleep } from 'node:timers/promises'

const readers = 4
const pauseMs = 100
const answerWithinMs = 60_000

/** Reads public pages in several loops until it is stopped, and counts the answers that are no pages. */
export class SteadyReads {
  requests = 0
  failures = 0
  /** Answers from the cache of a node whose database is away. */
  stale = 0
  /** Up to five failures in words. */
  readonly examples: string[] = []
  readonly #stopping = new AbortController()
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

  async #read(port: number, path: string) {
    try {
      const signal = AbortSignal.timeout(answerWithinMs)
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal })
      await answer.arrayBuffer()
      if (answer.headers.get('cache-status')?.includes('fwd=stale')) this.stale += 1
      if (!answer.ok) this.#fail(`${path}: ${answer.status}`)
    } catch (error) {
      this.#fail(`${path}: ${(error as Error).message}`)
    }
  }

  #fail(example: string) {
    this.failures += 1
    if (this.examples.length < 5) this.examples.push(example)
  }
}
