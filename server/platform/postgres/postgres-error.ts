/**
 * The reason why the embedded database cannot run. The caller prints `message`, which is a sentence for the operator.
 */
type EmbeddedPostgresFault = 'taken' | 'version' | 'permission' | 'unavailable' | 'full' | 'broken'

export class EmbeddedPostgresError extends Error {
  readonly fault: EmbeddedPostgresFault

  constructor(fault: EmbeddedPostgresFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.fault = fault
  }
}
