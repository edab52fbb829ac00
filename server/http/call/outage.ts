import { StoreUnavailable } from '#server/platform/storage/bucket-request.ts'

/**
 * A temporary failure outside this program: the `database` is unreachable or out of capacity, it is `readOnly`, the
 * `disk` is full, or the `store` of the files does not answer.
 */
export type Outage = 'database' | 'readOnly' | 'disk' | 'store'

/** Returns the outage that caused a thrown value. Returns undefined for bugs and expected failures. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof StoreUnavailable) return 'store'
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  const words = typeof message === 'string' ? message : ''
  if (typeof code === 'string') {
    if (isDiskFull(code, words)) return 'disk'
    if (code === '25006' || code === 'EROFS') return 'readOnly'
    if (databaseStates.test(code) || connectionErrors.has(code)) return 'database'
    // Errors such as ENOENT have two meanings: in the system call `connect`, the socket of the database is missing; in
    // other system calls, some file is missing, which is not an outage of the database.
    if (syscall === 'connect') return 'database'
  }
  return driverMessages.test(words) ? 'database' : undefined
}

/**
 * Handles the error of a write that makes later answers better and that the present one does not need, such as a count:
 * nothing happens if nothing can be written now. Throws any other error.
 */
export function ignoreOutage(error: unknown): void {
  if (outageOf(error) === undefined) throw error
}

/**
 * Runs a write that is not needed for the answer to a read, such as the time at which a session was used. While the
 * database takes no writes, nothing is written and nothing fails. Must not run in a transaction, which a failed
 * statement would end.
 */
export async function writeIfPossible(write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    const outage = outageOf(error)
    if (outage !== 'readOnly' && outage !== 'disk') throw error
  }
}

/**
 * Returns whether an error means that the disk is full. The message is checked too, because PostgreSQL reports an
 * exceeded disk quota with the code of an I/O error.
 */
function isDiskFull(code: string, message: string) {
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return true
  return /^[\dA-Z]{5}$/.test(code) && /No space left on device|Disk quota exceeded/.test(message)
}

/**
 * SQLSTATE error codes of a PostgreSQL server that cannot be used now: connection lost (08), login or database missing
 * (28, 3D000), out of connections or memory (53), statement timeout (57014), shutting down, crashed or starting (57P).
 */
const databaseStates = /^(08\w{3}|28\w{3}|3D000|53\w{3}|57014|57P0\d)$/

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])

/**
 * Error messages that `pg`, `pg-pool` and Kysely throw without an error code when a database connection is lost, not
 * obtained in time or closed during a shutdown.
 */
const driverMessages = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'is not queryable',
    'Cannot use a pool after calling end on the pool',
    'driver has already been destroyed',
    'unexpected postmaster exit',
  ].join('|'),
)
