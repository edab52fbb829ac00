import { startTestPostgres } from '../test/test-database.ts'
import { atEnd } from './cleanup.ts'

let started: Promise<void> | undefined

/**
 * Starts one PostgreSQL with the catalogue for all child processes of the run; later calls return the same promise.
 */
export function requireTestPostgres(): Promise<void> {
  started ??= startTestPostgres().then(atEnd)
  return started
}
