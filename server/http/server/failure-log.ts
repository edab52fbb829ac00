import type { FastifyBaseLogger } from 'fastify'
import type { Failure } from '#shared/api/failure.ts'
import { outageOf } from '#server/http/call/outage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    failureLog: FailureLog
  }
}

/** Milliseconds during which an equal failure is not logged with its stack trace again. */
const repeatMs = 5000
/** Milliseconds for which the disk counts as full after a write has failed because the disk was full. */
const diskFullMs = 60_000
/**
 * The maximum number of different failures whose repetitions are counted at once; any further failure is logged in full
 * every time.
 */
const maxKinds = 500

/**
 * Logs the failures of requests. A repeated failure is logged with its stack trace only once in five seconds, so that
 * an outage does not fill the disk with logs. The number of repetitions is logged at the end of the five seconds.
 */
export class FailureLog {
  #log: FastifyBaseLogger
  #repeated = new Map<string, number>()
  #diskFullAt = Number.NEGATIVE_INFINITY

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Logs a failure that the client did not cause. `request` is the request that failed. */
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
    // Repetitions of an unexpected error (`broken`) are logged one by one with the number of the request, because the
    // error page shows the user this number. Repetitions of other failures, such as those of a database outage, are
    // only counted.
    if (failure.kind === 'broken') request.log.error({ reason: String(err) }, `${text}, as before`)
  }

  /**
   * Logs a refusal by the site itself, for example because a limit was reached. The message says everything, so
   * repetitions are only counted.
   */
  #count(log: FastifyBaseLogger, { message }: Failure, text: string) {
    const repeated = this.#repeated.get(message)
    if (repeated !== undefined) return void this.#repeated.set(message, repeated + 1)
    log.warn({ reason: message }, text)
    if (this.#repeated.size < maxKinds) this.#watch(message)
  }

  /** Returns whether a write failed within the last minute because the disk of the database or of the files is full. */
  isDiskFull(now = performance.now()): boolean {
    return now - this.#diskFullAt < diskFullMs
  }

  #watch(kind: string) {
    this.#repeated.set(kind, 0)
    setTimeout(() => {
      const repeated = this.#repeated.get(kind) ?? 0
      this.#repeated.delete(kind)
      if (repeated > 0) this.#log.error({ reason: kind, repeated }, 'the same failure repeated')
    }, repeatMs).unref()
  }
}

/**
 * Returns the key by which a repeated failure is recognised: the error code, the message and the source line that threw
 * the error. For an outage the error code is enough.
 */
function kindOf(error: unknown): string {
  const { code, message, stack } = (error ?? {}) as { code?: unknown; message?: unknown; stack?: unknown }
  const outage = outageOf(error)
  if (outage !== undefined) return `${outage}: ${String(code ?? message)}`
  const line = typeof stack === 'string' ? (stack.split('\n').find((part) => /^\s+at /.test(part)) ?? '') : ''
  return `${String(code ?? '')} ${String(message ?? error)}${line}`.trim()
}
