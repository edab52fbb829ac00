import { fail } from '#shared/api/failure.ts'

interface ConcurrencyLimits {
  /** How many pieces of work may run at the same time. */
  running: number
  /** How many more may wait, in the order in which they came. */
  waiting: number
  /** The Chinese sentence for a caller who finds the queue full. */
  busyMessage: string
  /** Seconds after which that caller is asked to try again; sent as `retry-after`. */
  retryAfter?: number
}

/** Bounds expensive work within this process: a few run, a few wait in order, and all others fail at once as `unavailable` (503). */
export class ConcurrencyLimit {
  #limits: ConcurrencyLimits
  #running = 0
  #queue: (() => void)[] = []

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /** Runs `work` as soon as there is room and returns its result. A failure of `work` frees its place too. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { running, waiting, busyMessage, retryAfter = 10 } = this.#limits
    if (this.#running < running) this.#running++
    else if (this.#queue.length < waiting) await new Promise<void>((enter) => this.#queue.push(enter))
    else fail('unavailable', busyMessage, { retryAfter })
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }
}
