import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

const maxAttempts = 5
const windowMinutes = 15

interface Guarded {
  /** Returns whether the secret (a password or code) is right. It is called only while attempts are left. */
  verify(): Promise<boolean>
  /**
   * Called when no attempt is left, with the seconds to wait. It throws the failure for the caller, or returns false
   * where the answer must be the same as for a wrong secret.
   */
  refuse(wait: number): false
}

/**
 * Verifies a secret, such as a password or code, and returns whether it is right. Attempts are counted under a name,
 * with at most five in fifteen minutes. The attempt is counted before the secret is verified, so that a burst of
 * concurrent guesses gets no more than five. The attempt is deleted again when `verify` throws, as it does while the
 * server is busy. A right secret deletes all attempts under the name.
 *
 * The name tells which secret is guarded, such as `totp:<user id>`. It may be followed by a space and an origin, such
 * as an IP address or session, which then has attempts of its own.
 *
 * Must not run in a transaction, which would roll the count back when the call fails.
 */
export async function guardAttempts(db: Db, name: string, { verify, refuse }: Guarded): Promise<boolean> {
  const { id, wait } = await recordAttempt(db, name)
  if (id === undefined) return refuse(wait)
  const isRight = await verify().catch(async (error: unknown) => {
    await db.deleteFrom('failedAttempt').where('id', '=', id).execute()
    throw error
  })
  if (isRight) await db.deleteFrom('failedAttempt').where('key', '=', name).execute()
  return isRight
}

/**
 * Counts an attempt to enter a secret, such as a password; `name` tells which secret. Returns the id of the attempt, or
 * no id when there were too many attempts; `wait` is then the time in seconds until the next one.
 */
async function recordAttempt(db: Db, name: string): Promise<{ id?: string; wait: number }> {
  return db.transaction().execute(async (db) => {
    await lockUntilCommit(db, `login:${name}`)
    const { rows } = await sql<{ count: number; wait: number }>`
      select count(*) as count, ceil(extract(epoch from min(failed_at) + make_interval(mins => ${windowMinutes}) - now()))::int as wait
      from failed_attempt where key = ${name} and failed_at > now() - make_interval(mins => ${windowMinutes})`.execute(
      db,
    )
    const { count, wait } = rows[0] ?? { count: 0, wait: 0 }
    if (count >= maxAttempts) return { wait: Math.max(1, wait) }
    return { id: await countFailure(db, name), wait: 0 }
  })
}

/**
 * Records a failed attempt to enter a password or code, without checking a limit, and returns the id of its row. `name`
 * tells what the attempt counts against, such as an account or an IP address.
 */
export async function countFailure(db: Db, name: string): Promise<string> {
  const id = newId()
  await db.insertInto('failedAttempt').values({ id, key: name }).execute()
  return id
}

/**
 * Returns the number of failed attempts in the last fifteen minutes that count against `name`, such as an account or an
 * IP address.
 */
export async function countRecentFailures(db: Db, name: string): Promise<number> {
  const { count } = await db
    .selectFrom('failedAttempt')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key', '=', name)
    .where('failedAt', '>', sql<Date>`now() - make_interval(mins => ${windowMinutes})`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes all failed attempts to enter the secrets with these names, including those counted for a single IP address or
 * session. The query scans all failed attempts of the last day, which are few.
 */
export async function deleteAttempts(db: Db, names: string[]) {
  const guarded = sql<string>`split_part(key, ' ', 1)`
  await db.deleteFrom('failedAttempt').where(guarded, 'in', names).execute()
}
