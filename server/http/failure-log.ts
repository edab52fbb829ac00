import type { FastifyBaseLogger } from 'fastify'
import type { Failure } from '#shared/api/failure.ts'
import { outageOf } from '#server/call/outage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    failureLog: FailureLog
  }
}

/** Milliseconds for which the same failure is not logged with its stack again. */
const quietMs = 5000
/** Milliseconds for which a write that failed for want of disk space counts as the present state. */
const diskFullMs = 60_000
/** How many different failures are remembered at once; further ones are logged in full. */
const maxKinds = 500

/**
 * Logs the failures of requests. A failure that repeats is logged with its stack once in five seconds, so that an outage
 * does not fill the disk with log; the number of repetitions follows at the end of those seconds.
 */
export class FailureLog {
  #log: FastifyBaseLogger
  #repeated = new Map<string, number>()
  #diskFullAt = Number.NEGATIVE_INFINITY

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Logs a failure that is not the caller's doing; `request` is the one it happened to. */
  record(request: { log: FastifyBaseLogger }, failure: Failure, text: string) {
    const err = failure.cause ?? failure
    if (failure.cause === undefined && failure.kind === 'unavailable') return this.#count(request.log, failure, text)
    if (outageOf(err) === 'disk') this.#diskFullAt = performance.now()
    const kind = kindOf(err)
    const repeated = this.#repeated.get(kind)
    if (repeated === undefined) {
      request.log.error({ err }, text)
      if (this.#repeated.size < maxKinds) this.#watch(kind)
      return
    }
    this.#repeated.set(kind, repeated + 1)
    // The number of a failed request that its reader was shown can be found in the log; an outage explains itself.
    if (failure.kind === 'broken') request.log.error({ reason: String(err) }, `${text}, as before`)
  }

  /** A failure without a cause was decided on, as when a limit is full: its words say all, and the number is what matters. */
  #count(log: FastifyBaseLogger, { message }: Failure, text: string) {
    const repeated = this.#repeated.get(message)
    if (repeated !== undefined) return void this.#repeated.set(message, repeated + 1)
    log.warn({ reason: message }, text)
    if (this.#repeated.size < maxKinds) this.#watch(message)
  }

  /** Whether a write failed within the last minute because the disk of the database or of the files is full. */
  isDiskFull(now = performance.now()): boolean {
    return now - this.#diskFullAt < diskFullMs
  }

  #watch(kind: string) {
    this.#repeated.set(kind, 0)
    setTimeout(() => {
      const repeated = this.#repeated.get(kind) ?? 0
      this.#repeated.delete(kind)
      if (repeated > 0) this.#log.error({ reason: kind, repeated }, 'the same failure repeated')
    }, quietMs).unref()
  }
}

/** Failures of one kind have the same code and message and were thrown at the same line; of an outage the code suffices. */
function kindOf(error: unknown): string {
  const { code, message, stack } = (error ?? {}) as { code?: unknown; message?: unknown; stack?: unknown }
  const outage = outageOf(error)
  if (outage !== undefined) return `${outage}: ${String(code ?? message)}`
  const line = typeof stack === 'string' ? (stack.split('\n').find((part) => /^\s+at /.test(part)) ?? '') : ''
  return `${String(code ?? '')} ${String(message ?? error)}${line}`.trim()
}
