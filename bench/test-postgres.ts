import { tmpdir } from 'node:os'
import { startTestPostgres } from '../test/test-database.ts'
import { atEnd } from './cleanup.ts'

let started: Promise<void> | undefined

/**
 * Starts one PostgreSQL server with the book catalogue for all child processes of the benchmarks; later calls return
 * the same promise. The data are on the disk, because a database with a million marks is too large for the memory of
 * small machines.
 */
export function requireTestPostgres(): Promise<void> {
  started ??= startTestPostgres(tmpdir()).then(atEnd)
  return started
}
