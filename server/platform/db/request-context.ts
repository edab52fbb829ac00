import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string>()

/** Runs a function so that the database sees which HTTP request its transactions and slow queries belong to. */
export function runForRequest<T>(requestId: string, run: () => T): T {
  return requestIds.run(requestId, run)
}

/** Returns the id of the HTTP request that the current code runs for; undefined outside of requests. */
export function findRequestId(): string | undefined {
  return requestIds.getStore()
}
