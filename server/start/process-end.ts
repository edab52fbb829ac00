/** Milliseconds after the beginning of a shutdown after which the process exits even if the shutdown hangs. */
const stopLimitMs = 30_000

/** Ends a server process in order: the parts of the site that have started are stopped, the last one first. */
export class ProcessEnd {
  readonly #stops: (() => Promise<unknown>)[] = []
  readonly #stopping = new AbortController()
  #stopped: Promise<void> | undefined

  /** The signal that is aborted when the process begins to stop. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Registers a function that stops one part of the site. */
  onStop(stop: () => Promise<unknown>) {
    this.#stops.push(stop)
  }

  /** Stops the site: running requests are finished, then the database is closed, then the process exits. */
  stop(code: number): Promise<void> {
    process.exitCode ||= this.signal.aborted ? 0 : code
    this.#stopping.abort()
    this.#stopped ??= (async () => {
      setTimeout(() => process.exit(), stopLimitMs).unref()
      for (const one of this.#stops.toReversed()) await one().catch((error: unknown) => console.error(error))
      process.exit()
    })()
    return this.#stopped
  }
}
