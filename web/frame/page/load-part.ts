import { Failure } from '#shared/api/failure.ts'

/**
 * Returns what a call for a part of a page answers, or `otherwise` if the call fails, so that the page is shown without
 * this part. Use it for every call that is not for the subject of the page. `name` names the part in the console.
 */
export async function loadPart<T>(name: string, signal: AbortSignal, asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    signal.throwIfAborted()
    // The error is logged in the browser only, because on the server the failed call has already been logged with its
    // cause. A part of a subject that does not exist is no error: the page says that its subject is missing.
    const isMissing = error instanceof Failure && error.kind === 'missing'
    if (typeof document !== 'undefined' && !isMissing) console.error(`${name} error`, error)
    return otherwise
  }
}
