import { startTestPostgres } from '../test/test-database.ts'
import { atEnd } from './cleanup.ts'

let started: Promise<void> | undefined

/**
 * Starts one PostgreSQL server with the book catalogue for all child processes of the benchmarks; later calls return
 * the same promise.
 */
export function requireTestPostgres(): Promise<void> {
  started ??= startTestPostgres().then(atEnd)
  return started
}
