import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { Db } from './schema.ts'

/*
 * The order in which a transaction takes locks, so that transactions do not wait for each other in a circle:
 * 1. advisory locks that make writes of one kind take turns: one reader's comments, recommendations, reports and
 *    annotations, codes, admins, an import, uploads below one prefix;
 * 2. books, then videos, each in the order of their ids, and after them what hangs on them: comments, reactions, files;
 * 3. tags, places and tours, in the order of their ids;
 * 4. the lock `marks`, then cells of the map;
 * 5. the lock `search`, last, because everybody who writes books waits for it.
 * A transaction that takes locks of several of these goes through `inTransaction`, which runs it again after a deadlock:
 * a row may come to hang on a tag or place between the second step and the third.
 */

/** Settings of a wait at start: who is told about it, and the signal that ends it early. */
export interface Waiting {
  /** Receives a sentence for the operator. */
  say?(message: string): void
  /** Ends the wait with an error. */
  signal?: AbortSignal
}

const firstMessageAfter = 2
const messageEvery = 30

/**
 * Takes an advisory lock by name until the current transaction ends. An exclusive lock waits for all others of its
 * name, a shared one only for exclusive ones. The wait ends with the statement timeout of the connection.
 */
export async function lockUntilCommit(db: Db, name: string, mode: 'exclusive' | 'shared' = 'exclusive') {
  const key = sql`hashtextextended(${name}, 0)`
  if (mode === 'exclusive') await sql`select pg_advisory_xact_lock(${key})`.execute(db)
  else await sql`select pg_advisory_xact_lock_shared(${key})`.execute(db)
}

/**
 * Does work in a transaction that holds the lock of a name, so that one node at a time does it. For work at the start
 * of the site: the wait has no timeout and says what it waits for.
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

/** The same on one connection, over several transactions; the lock ends with the connection at the latest. */
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
 * Tries again and again until it succeeds. Statements that block are not used, because a statement timeout would end
 * them and a stop could not. Speaks up after two seconds and every half minute from then on.
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
