import type { Db } from '#server/platform/db/schema.ts'

/** One attempt to run a background job. The handler of the job receives it together with the payload. */
export class JobRun {
  /** The id of the job, the same in every attempt. */
  readonly id: string
  /**
   * A signal that is aborted when the job has run too long, when its process stops, and when another process has taken
   * it over.
   */
  readonly signal: AbortSignal
  readonly #db: Db
  readonly #attemptId: string

  constructor(db: Db, ids: { id: string; attemptId: string }, signal: AbortSignal) {
    this.id = ids.id
    this.signal = signal
    this.#db = db
    this.#attemptId = ids.attemptId
  }

  /**
   * Stores the progress of the job, from 0 to 1, and a short message for its users. Throws once the job's abort signal
   * is aborted, so that a handler which reports after each step also ends in time.
   */
  async report(progress: number, message?: string) {
    this.signal.throwIfAborted()
    await this.#db
      .updateTable('job')
      .set({ progress: Math.min(1, Math.max(0, progress)), ...(message !== undefined && { message }) })
      .where('id', '=', this.id)
      .where('attemptId', '=', this.#attemptId)
      .execute()
  }
}
