/**
 * A failure that lies outside this program and passes: `database` is unreachable or out of capacity, `readOnly` takes no
 * writes, `disk` has no room left.
 */
export type Outage = 'database' | 'readOnly' | 'disk'

/** Names the outage behind a thrown value; undefined for everything else, which is a bug or an expected failure. */
export function outageOf(error: unknown): Outage | undefined {
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  const words = typeof message === 'string' ? message : ''
  if (typeof code === 'string') {
    if (isDiskFull(code, words)) return 'disk'
    if (code === '25006' || code === 'EROFS') return 'readOnly'
    if (databaseStates.test(code) || connectionErrors.has(code)) return 'database'
    // A socket that is not there yet, as opposed to a missing file, fails in `connect`.
    if (syscall === 'connect') return 'database'
  }
  return driverMessages.test(words) ? 'database' : undefined
}

/** PostgreSQL reports a used-up quota as an I/O error, so its message is read too. */
function isDiskFull(code: string, message: string) {
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return true
  return /^[\dA-Z]{5}$/.test(code) && /No space left on device|Disk quota exceeded/.test(message)
}

/**
 * SQLSTATEs of a server that cannot be used now: connection lost (08), login or database missing (28, 3D000), out of
 * connections or memory (53), a statement over its time (57014), shutting down, crashed or starting (57P).
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

/** Messages of `pg`, `pg-pool` and Kysely that come without a code when a connection is lost, not obtained in time or closed by a stop. */
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
