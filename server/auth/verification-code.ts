import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { CodePurpose } from '#shared/api/account.ts'
import type { Db } from '#server/db/schema.ts'

export const codeRules = { expiresIn: 600, resendAfter: 60, tries: 5, aDay: 10 }

/** Makes a new code, unless the account was sent one just now or too many today. An older one of the same purpose stops working. */
export async function issueCode(db: Db, account: string, purpose: CodePurpose): Promise<string> {
  return db.transaction().execute(async (db) => {
    await lockAccount(db, account)
    await demandRest(db, account)
    const id = newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await db
      .updateTable('verificationCode')
      .set({ usedAt: sql`now()` })
      .where('account', '=', account)
      .where('purpose', '=', purpose)
      .where('usedAt', 'is', null)
      .execute()
    const expiresAt = sql<Date>`now() + make_interval(secs => ${codeRules.expiresIn})`
    await db
      .insertInto('verificationCode')
      .values({ id, account, purpose, codeHash: hashCode(id, code), expiresAt, usedAt: null })
      .execute()
    return code
  })
}

/** Two requests at once must not both find the account rested. */
async function lockAccount(db: Db, account: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${account}`}, 0))`.execute(db)
}

async function demandRest(db: Db, account: string) {
  const { rows } = await sql<{ today: number; wait: number | null }>`
    select count(*) as today, ceil(${codeRules.resendAfter} - extract(epoch from now() - max(created_at)))::int as wait
    from verification_code where account = ${account} and created_at > now() - interval '1 day'`.execute(db)
  const { today, wait } = rows[0] ?? { today: 0, wait: null }
  if (wait !== null && wait > 0) fail('tooMany', `验证码刚发过，请 ${wait} 秒后再试`, { retryAfter: wait })
  if (today >= codeRules.aDay) fail('tooMany', '今天给这个账号发的验证码太多了，请明天再试', { retryAfter: 86_400 })
}

const wrong = '验证码不对或已过期，请核对，或重新获取'

/**
 * Spends the account's newest code for a purpose; fails unless it is the right one, fresh, unused and tried fewer than five times.
 * Not to be called inside a transaction: a wrong try must count even though the call fails.
 */
export async function spendCode(db: Db, account: string, purpose: CodePurpose, code: string) {
  const latest = await db
    .updateTable('verificationCode')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account', '=', account)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('tries', '<', codeRules.tries)
    .returning(['id', 'codeHash'])
    .executeTakeFirst()
  if (latest === undefined || !timingSafeEqual(latest.codeHash, hashCode(latest.id, code)))
    fail('invalid', wrong, { fields: { code: wrong } })
  const spent = await db
    .updateTable('verificationCode')
    .set({ usedAt: sql`now()` })
    .where('id', '=', latest.id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (spent === undefined) fail('invalid', wrong, { fields: { code: wrong } })
}

/** Salted with the row's id; what protects six digits is that they live ten minutes and five tries. */
function hashCode(id: string, code: string) {
  return createHash('sha256').update(`${id}:${code}`).digest()
}
