import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { CodePurpose } from '#shared/api/account.ts'
import type { Db } from '#server/db/schema.ts'
import { type CodeLimits, demandProof, demandRoom } from './code-limits.ts'

export const codeRules = { expiresIn: 600, resendAfter: 60, tries: 5, aDay: 10 }

interface CodeRequest {
  account: string
  purpose: CodePurpose
  /** Where it comes from. */
  address: string
  proof?: string | undefined
}

/**
 * Makes a new code, unless the account was sent one just now or too many today, or the address or the whole site has had its share.
 * An older one of the same purpose stops working.
 */
export async function issueCode(db: Db, request: CodeRequest, limits: CodeLimits): Promise<string> {
  const { account, purpose, address, proof } = request
  // Refused without waiting for anybody; those who pass are at most as many as codes go out.
  await demandRest(db, account)
  if (await demandRoom(db, address, limits)) await demandProof(db, proof)
  return db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('codes', 0))`.execute(db)
    await demandRest(db, account)
    await demandRoom(db, address, limits)
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
      .values({ id, account, address, purpose, codeHash: hashCode(id, code), expiresAt, usedAt: null })
      .execute()
    return code
  })
}

async function demandRest(db: Db, account: string) {
  const { rows } = await sql<{ today: number; wait: number | null; free: number }>`
    select count(*) as today, ceil(${codeRules.resendAfter} - extract(epoch from now() - max(created_at)))::int as wait,
      greatest(1, ceil(86400 - extract(epoch from now() - min(created_at))))::int as free
    from verification_code where account = ${account} and created_at > now() - interval '1 day'`.execute(db)
  const { today, wait, free } = rows[0] ?? { today: 0, wait: null, free: 0 }
  if (wait !== null && wait > 0) fail('tooMany', `验证码刚发过，请 ${wait} 秒后再试`, { retryAfter: wait })
  if (today < codeRules.aDay) return
  const hours = Math.ceil(free / 3600)
  fail('tooMany', `一天内给这个账号发的验证码太多了，请 ${hours} 小时后再试`, { retryAfter: free })
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
