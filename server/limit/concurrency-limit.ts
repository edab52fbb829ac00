import { Failure } from '#shared/api/failure.ts'

interface ConcurrencyLimits {
  /** How many pieces of work may run at the same time. */
  running: number
  /** How many more may wait. */
  waiting: number
  /** The Chinese sentence for a caller who finds the queue full. */
  busyMessage: string
  /** Seconds after which that caller is asked to try again; sent as `retry-after`. */
  retryAfter?: number
}

/** On whose behalf work is done, so that one caller's flood does not keep the others waiting. */
export interface WorkCaller {
  /** An address, a user or an account: the limit takes turns among these names. */
  name: string
  /** Whether the caller has already shown to be no stranger. Such callers go before all others. */
  isTrusted?: boolean
}

interface Waiting {
  caller: WorkCaller | undefined
  enter(): void
  refuse(failure: Failure): void
}

/** How many callers a limit remembers having served; the least recently served one is forgotten first. */
const rememberedCallers = 10_000

/**
 * Bounds expensive work within this process: some pieces run, some wait, and all others fail at once as `unavailable` (503).
 *
 * Work without a caller waits in the order of arrival. Work with a caller waits its turn: trusted callers first, then the callers
 * with the fewest pieces of work here, then the least recently served. In a full queue a piece whose turn comes sooner displaces
 * the one whose turn comes last, so a flood from a few addresses cannot fill the queue.
 */
export class ConcurrencyLimit {
  #limits: ConcurrencyLimits
  #running: (WorkCaller | undefined)[] = []
  #queue: Waiting[] = []
  /** The turn at which each caller was last served; the earliest stands first. */
  #served = new Map<string, number>()
  #turns = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /** Runs `work` as soon as there is room and returns its result. A failure of `work` frees its place too. */
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

  /** Fails as `run` would if it were called now, so that a caller who has no chance is refused before other work is done for them. */
  requireCapacity(caller: WorkCaller) {
    if (this.#queue.length < this.#limits.waiting) return
    const mine: Waiting = { caller, enter: () => undefined, refuse: () => undefined }
    this.#queue.push(mine)
    const isLast = this.#inTurn().at(-1) === mine
    this.#leave(mine)
    if (isLast) throw this.#busy()
  }

  #wait(caller: WorkCaller | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#queue.push({ caller, enter: resolve, refuse: reject })
    if (this.#queue.length > this.#limits.waiting) {
      const last = this.#inTurn().at(-1)
      if (last) this.#leave(last).refuse(this.#busy())
    }
    return promise
  }

  #busy(): Failure {
    const { busyMessage, retryAfter = 10 } = this.#limits
    return new Failure('unavailable', busyMessage, { retryAfter })
  }

  #enterNext() {
    const next = this.#inTurn()[0]
    if (next === undefined) return
    this.#begin(next.caller)
    this.#leave(next).enter()
  }

  #begin(caller: WorkCaller | undefined) {
    this.#running.push(caller)
    if (caller === undefined) return
    this.#served.delete(caller.name)
    this.#served.set(caller.name, ++this.#turns)
    const [oldest] = this.#served.keys()
    if (this.#served.size > rememberedCallers && oldest !== undefined) this.#served.delete(oldest)
  }

  #leave(waiting: Waiting): Waiting {
    this.#queue.splice(this.#queue.indexOf(waiting), 1)
    return waiting
  }

  /** The queue in the order in which it would be served now. */
  #inTurn(): Waiting[] {
    const pieces = new Map<string, number>()
    const count = (caller: WorkCaller | undefined) => {
      const before = (caller && pieces.get(caller.name)) ?? 0
      if (caller) pieces.set(caller.name, before + 1)
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

/** Compares by the first number in which the two differ. Equal ranks keep the order of arrival, because sorting is stable. */
function compareRanks(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
