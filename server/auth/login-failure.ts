import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'

const maxFailures = 5
const windowMinutes = 15

/**
 * Takes one of the account's tries before the password is looked at, so that a burst of guesses gets no more than five.
 * Fails as `tooMany` when none is left, the same for accounts that do not exist.
 */
export async function takeLoginTry(
  db: Db,
  account: string,
  say = (minutes: number) => `密码错得太多了，请 ${minutes} 分钟后再试，或用验证码登录`,
) {
  await db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login:${account}`}, 0))`.execute(db)
    const { rows } = await sql<{ count: number; wait: number }>`
      select count(*) as count, ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now()))::int as wait
      from login_failure where account = ${account} and at > now() - make_interval(mins => ${windowMinutes})`.execute(
      db,
    )
    const { count, wait } = rows[0] ?? { count: 0, wait: 0 }
    if (count >= maxFailures) {
      fail('tooMany', say(Math.ceil(wait / 60)), { retryAfter: wait })
    }
    await db.insertInto('loginFailure').values({ id: newId(), account }).execute()
  })
}

/** Gives all tries back after a login. */
export async function forgetLoginFailures(db: Db, account: string) {
  await db.deleteFrom('loginFailure').where('account', '=', account).execute()
}
