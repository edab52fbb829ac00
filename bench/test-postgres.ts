import { startTestPostgres } from '../test/test-database.ts'
import { atEnd } from './cleanup.ts'

let started: Promise<void> | undefined

/** One real PostgreSQL with the catalogue in it, for all children of the run that make an app on a database of their own. */
export function needTestPostgres(): Promise<void> {
  started ??= startTestPostgres().then(atEnd)
  return started
}
