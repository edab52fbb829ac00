import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { isKnownAddress } from './known-address.ts'
import { newChallenge, spendProof } from './proof-of-work.ts'

const maxFailures = 5
const windowMinutes = 15

interface LoginTry {
  account: string
  userId: string | undefined
  address: string
  proof: string | undefined
}

/**
 * Takes one of the account's tries before the password is looked at, so that a burst of guesses gets no more than five; fails as
 * `tooMany` when none is left, the same for accounts that do not exist. So that a stranger cannot keep a reader out, an address the
 * reader has logged in from has five tries of its own, each for a proof of work. Returns under which name the try was counted.
 */
export async function takeLoginTry(db: Db, { account, userId, address, proof }: LoginTry): Promise<string> {
  const wait = await takeTry(db, account)
  if (wait === undefined) return account
  if (proof !== undefined && (await spendProof(db, proof)) && (await isKnownAddress(db, userId, address))) {
    const own = `${account} ${address}`
    if ((await takeTry(db, own)) === undefined) return own
  }
  const challenge = proof === undefined ? { challenge: await newChallenge(db) } : {}
  const minutes = Math.ceil(wait / 60)
  return fail('tooMany', `密码错得太多了，请 ${minutes} 分钟后再试，或用验证码登录`, { retryAfter: wait, ...challenge })
}

/** Counts a try under a name; returns the seconds to wait when there have been too many. */
export async function takeTry(db: Db, name: string): Promise<number | undefined> {
  return db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login:${name}`}, 0))`.execute(db)
    const { rows } = await sql<{ count: number; wait: number }>`
      select count(*) as count, ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now()))::int as wait
      from login_failure where account = ${name} and at > now() - make_interval(mins => ${windowMinutes})`.execute(db)
    const { count, wait } = rows[0] ?? { count: 0, wait: 0 }
    if (count >= maxFailures) return Math.max(1, wait)
    await db.insertInto('loginFailure').values({ id: newId(), account: name }).execute()
    return undefined
  })
}

/** Gives all tries under a name back, after a right password. */
export async function forgetTries(db: Db, name: string) {
  await db.deleteFrom('loginFailure').where('account', '=', name).execute()
}
