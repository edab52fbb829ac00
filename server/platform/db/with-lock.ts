import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { Db } from './schema.ts'

/**
 * The order in which a transaction must take locks, so that transactions do not deadlock:
 *
 * 1. advisory locks that serialize writes of one kind: the comments, recommendations, reports and annotations of one
 * user, verification codes, changes of the set of admins, an import, uploads below one prefix of the storage;
 *
 * 2. books, then videos, each in the order of their ids, and after them the rows that refer to them: comments,
 * reactions, files;
 *
 * 3. tags, places and tours, in the order of their ids;
 *
 * 4. the advisory lock `marks`, then the rows of map cells, then the rows with the numbers of books by tag and place,
 * then the advisory lock `place counts`;
 *
 * 5. the advisory lock `search`, last, because every write of a book waits for it.
 *
 * A transaction that takes locks of several of these kinds must run in `inTransaction`, which repeats the transaction
 * after a deadlock. A deadlock is still possible, because another transaction may link a book to a tag or place between
 * the second step and the third.
 */

/**
 * How to wait for the database or a lock when the site starts: a function that informs the operator, and a signal that
 * ends the wait.
 */
export interface Waiting {
  /** Shows the operator a message about the wait. */
  say?(message: string): void
  /** A signal that ends the wait for the database or a lock with an error. */
  signal?: AbortSignal
}

const firstMessageAfter = 2
const messageEvery = 30

/**
 * Takes an advisory lock (identified by a name) until the current transaction ends. An exclusive lock waits until
 * nobody else holds a lock of this name; a shared lock waits only for exclusive ones. The wait fails after the
 * statement timeout of the connection.
 */
export async function lockUntilCommit(db: Db, name: string, mode: 'exclusive' | 'shared' = 'exclusive') {
  const key = sql`hashtextextended(${name}, 0)`
  if (mode === 'exclusive') await sql`select pg_advisory_xact_lock(${key})`.execute(db)
  else await sql`select pg_advisory_xact_lock_shared(${key})`.execute(db)
}

/**
 * Runs a function in a transaction that holds a named advisory lock, so that only one server process at a time runs it.
 * It is meant for tasks at the start of the site: it waits for the lock without a timeout and tells the operator about
 * the wait.
 */
export function withLock<T>(
  db: Db,
  { name, doing, ...waiting }: { name: string; doing: string } & Waiting,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (db) => {
    const tryLock = async () => {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_ours`.execute(db)
      return rows[0]?.isOurs === true
    }
    await waitUntil(tryLock, `正在等另一个节点${doing}`, waiting)
    return work(db)
  })
}

/**
 * Runs a function, which may use several transactions, while one database connection holds a named advisory lock. The
 * lock is released when the function has finished or when the connection closes.
 */
export async function withSessionLock<T>(
  client: pg.Client,
  { name, doing, ...waiting }: { name: string; doing: string } & Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const key = 'hashtextextended($1, 0)'
  const tryLock = async () => {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${key}) as "isOurs"`, [name])
    return rows[0]?.isOurs === true
  }
  await waitUntil(tryLock, `正在等另一个节点${doing}`, waiting)
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${key})`, [name]).catch(() => undefined)
  }
}

/**
 * Repeats an attempt, such as taking a database lock, until it succeeds. It polls instead of using a blocking SQL
 * statement, because a statement timeout would end that statement and a shutdown could not. It informs the operator
 * after two seconds and then every half minute.
 */
export async function waitUntil(
  attempt: () => Promise<boolean>,
  sentence: string,
  { say, signal, pauseMs = 250 }: Waiting & { pauseMs?: number },
) {
  const since = performance.now()
  let nextMessage = firstMessageAfter
  for (;;) {
    signal?.throwIfAborted()
    if (await attempt()) return
    const seconds = (performance.now() - since) / 1000
    if (seconds >= nextMessage) {
      say?.(`${sentence}……（已等 ${Math.round(seconds)} 秒）`)
      nextMessage += messageEvery
    }
    await sleep(pauseMs, undefined, { signal })
  }
}
