import { Failure } from '#shared/api/failure.ts'

interface ConcurrencyLimits {
  /** The largest number of concurrent tasks. */
  running: number
  /** The largest number of waiting tasks. */
  waiting: number
  /** The Chinese error message for a caller whose task is refused because too many tasks are waiting. */
  busyMessage: string
  /** Seconds after which a refused caller may retry; sent as `retry-after`. */
  retryAfter?: number
}

/** The user or client for whom a task runs, so that many tasks of one caller do not delay the others. */
export interface WorkCaller {
  /**
   * The name of the caller: an IP address, a user id, an email address or a phone number. Tasks of callers with
   * different names take turns.
   */
  name: string
  /** Whether the caller has proven their identity. The tasks of such callers run first. */
  isTrusted?: boolean
}

interface Waiting {
  caller: WorkCaller | undefined
  enter(): void
  refuse(failure: Failure): void
}

/** How many recently served callers a concurrency limit remembers. */
const rememberedCallers = 10_000

/**
 * Limits the number of concurrent expensive tasks in this process: some run, some wait, and all others fail immediately
 * as `unavailable` (503).
 *
 * Tasks without a caller wait in the order of arrival. Tasks with a caller are ordered: trusted callers first, then
 * the callers that have the fewest running or earlier waiting tasks, then the callers whose last task began the
 * longest ago. When the queue is full, a task that would run sooner displaces the task that would run last, so a
 * flood from a few IP addresses cannot fill the queue.
 */
export class ConcurrencyLimit {
  #limits: ConcurrencyLimits
  #running: (WorkCaller | undefined)[] = []
  #queue: Waiting[] = []
  /**
   * Maps each recent caller to the sequence number of the caller's last task, sorted by this number, so that the caller
   * whose last task began the longest ago is first.
   */
  #served = new Map<string, number>()
  #turns = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /** Runs `work` as soon as the concurrency limit allows it, and returns the result of `work`. */
  async run<T>(work: () => Promise<T>, caller?: WorkCaller): Promise<T> {
    if (this.#running.length < this.#limits.running) this.#begin(caller)
    else await this.#wait(caller)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(caller), 1)
      this.#enterNext()
    }
  }

  /**
   * Fails as `unavailable` if `run` would refuse a task of this caller now. Call this function before expensive
   * preparations, so that they are not made for a caller who would be refused.
   */
  requireCapacity(caller: WorkCaller) {
    if (this.#queue.length < this.#limits.waiting) return
    const probe: Waiting = { caller, enter: () => undefined, refuse: () => undefined }
    this.#queue.push(probe)
    const isLast = this.#inOrder().at(-1) === probe
    this.#dequeue(probe)
    if (isLast) throw this.#busy()
  }

  #wait(caller: WorkCaller | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#queue.push({ caller, enter: resolve, refuse: reject })
    if (this.#queue.length > this.#limits.waiting) {
      const last = this.#inOrder().at(-1)
      if (last) this.#dequeue(last).refuse(this.#busy())
    }
    return promise
  }

  #busy(): Failure {
    const { busyMessage, retryAfter = 10 } = this.#limits
    return new Failure('unavailable', busyMessage, { retryAfter })
  }

  #enterNext() {
    const next = this.#inOrder()[0]
    if (next === undefined) return
    this.#begin(next.caller)
    this.#dequeue(next).enter()
  }

  #begin(caller: WorkCaller | undefined) {
    this.#running.push(caller)
    if (caller === undefined) return
    this.#served.delete(caller.name)
    this.#served.set(caller.name, ++this.#turns)
    const [oldest] = this.#served.keys()
    if (this.#served.size > rememberedCallers && oldest !== undefined) this.#served.delete(oldest)
  }

  #dequeue(waiting: Waiting): Waiting {
    this.#queue.splice(this.#queue.indexOf(waiting), 1)
    return waiting
  }

  /** Returns the waiting tasks in the order in which they would run now. */
  #inOrder(): Waiting[] {
    const tasks = new Map<string, number>()
    const count = (caller: WorkCaller | undefined) => {
      const before = (caller && tasks.get(caller.name)) ?? 0
      if (caller) tasks.set(caller.name, before + 1)
      return before
    }
    this.#running.forEach(count)
    return this.#queue
      .map((waiting) => ({
        waiting,
        rank: [
          waiting.caller?.isTrusted ? 0 : 1,
          count(waiting.caller),
          (waiting.caller && this.#served.get(waiting.caller.name)) ?? 0,
        ],
      }))
      .toSorted((one, other) => compareRanks(one.rank, other.rank))
      .map(({ waiting }) => waiting)
  }
}

/**
 * Compares two lists of numbers by the first number that differs. Waiting tasks with equal lists keep the order of
 * arrival, because sorting is stable.
 */
function compareRanks(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
