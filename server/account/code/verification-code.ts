import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { CodePurpose } from '#shared/api/account/account.ts'
import type { Db } from '#server/db/schema.ts'
import type { Context, Standing } from '#server/call/context.ts'
import { findLogin } from '#server/account/user/user-queries.ts'
import { guardAttempts } from '#server/account/throttle/attempts.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'
import { requireProof } from '#server/account/throttle/code-budget.ts'
import { findOwnPlace } from '#server/account/throttle/known-address.ts'

export const codeRules = { expiresIn: 600, resendAfter: 60, tries: 5, aDay: 10 }

type CodeContext = Pick<Context, 'db' | 'address' | 'user' | 'codeBudget'>

interface CodeRequest {
  account: string
  purpose: CodePurpose
  proof?: string | undefined
}

/**
 * Makes a new code, unless the account was sent one just now or too many today, or the address or the whole site has had its share.
 * An older one of the same purpose stops working. Codes that the owner asks for from a place of their own are counted apart, and
 * codes that a stranger asks for leave them valid, so that a stranger can neither use up nor invalidate them.
 */
export async function issueCode(context: CodeContext, { account, purpose, proof }: CodeRequest): Promise<string> {
  const { db, address, codeBudget } = context
  const standing = await findStanding(context, account, purpose)
  const isOwn = standing === 'own'
  // Calls refused here never wait for the lock, so no more calls wait than codes go out.
  await requireRest(db, account, isOwn)
  const level = await codeBudget.requireRoom(db, { account, address, standing })
  if (level > 0) await requireProof(db, proof, level)
  return db.transaction().execute(async (db) => {
    await lockUntilCommit(db, 'codes')
    await requireRest(db, account, isOwn)
    await codeBudget.requireRoom(db, { account, address, standing })
    const id = newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await db
      .updateTable('verificationCode')
      .set({ usedAt: sql`now()` })
      .where('account', '=', account)
      .where('purpose', '=', purpose)
      .where('isFromOwner', '=', isOwn)
      .where('usedAt', 'is', null)
      .execute()
    const expiresAt = sql<Date>`now() + make_interval(secs => ${codeRules.expiresIn})`
    await db
      .insertInto('verificationCode')
      .values({
        id,
        account,
        address,
        purpose,
        isFromOwner: isOwn,
        codeHash: hashCode(id, code),
        expiresAt,
        usedAt: null,
      })
      .execute()
    return code
  })
}

/** Nobody needs a code to register an account that exists, so such a code has no share of its own. */
async function findStanding(
  { db, address, user }: Pick<Context, 'db' | 'address' | 'user'>,
  account: string,
  purpose: CodePurpose,
): Promise<Standing> {
  const owner = await findLogin(db, account)
  if ((await findOwnPlace(db, owner?.id, { address, user })) !== undefined) return 'own'
  return user !== null || (owner !== undefined && purpose !== 'register') ? 'known' : 'stranger'
}

/** Fails as `tooMany` while the account was sent a code just now, or too many today; the owner's own codes are counted apart. */
async function requireRest(db: Db, account: string, isOwn: boolean) {
  const { rows } = await sql<{ today: number; wait: number | null; free: number }>`
    select count(*) as today, ceil(${codeRules.resendAfter} - extract(epoch from now() - max(created_at)))::int as wait,
      greatest(1, ceil(86400 - extract(epoch from now() - min(created_at))))::int as free
    from verification_code
    where account = ${account} and is_from_owner = ${isOwn} and created_at > now() - interval '1 day'`.execute(db)
  const { today, wait, free } = rows[0] ?? { today: 0, wait: null, free: 0 }
  if (wait !== null && wait > 0) fail('tooMany', `验证码刚发过，请 ${wait} 秒后再试`, { retryAfter: wait })
  if (today < codeRules.aDay) return
  const hours = Math.ceil(free / 3600)
  fail('tooMany', `一天内给这个账号发的验证码太多了，请 ${hours} 小时后再试`, { retryAfter: free })
}

const wrong = '验证码不对或已过期，请核对，或重新获取'

interface ShownCode {
  account: string
  purpose: CodePurpose
  code: string
}

/**
 * Returns the id of the account's code for a purpose, without using the code up; fails unless what is shown is that code, fresh,
 * unused and guessed at fewer than five times. So that a stranger who guesses does not use up the attempts of the owner, each place
 * the code belongs to has five attempts of its own: the address that asked for it, the addresses the owner has logged in from, and
 * the owner's sessions. All other addresses share five, counted in the row.
 * Not to be called inside a transaction: a wrong attempt must count even though the call fails.
 */
export async function verifyCode(
  { db, address, user }: Pick<Context, 'db' | 'address' | 'user'>,
  { account, purpose, code }: ShownCode,
): Promise<string> {
  const owner = await findLogin(db, account)
  const ownPlace = await findOwnPlace(db, owner?.id, { address, user })
  const live = await db
    .selectFrom('verificationCode')
    .select(['id', 'codeHash', 'address'])
    .where('account', '=', account)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
  for (const { id, codeHash, address: asker } of live) {
    const place = ownPlace ?? (asker === address ? address : undefined)
    const isRight = () => timingSafeEqual(codeHash, hashCode(id, code))
    if (place === undefined ? (await countGuess(db, id)) && isRight() : await guardCode(db, id, place, isRight))
      return id
  }
  return failCode()
}

/** Uses a verified code up; fails when another call has used it up meanwhile. */
export async function consumeCode(db: Db, id: string) {
  const consumed = await db
    .updateTable('verificationCode')
    .set({ usedAt: sql`now()` })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (consumed === undefined) failCode()
}

/** Counts a guess from elsewhere and tells whether it was among the first five. */
async function countGuess(db: Db, id: string): Promise<boolean> {
  const counted = await db
    .updateTable('verificationCode')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', codeRules.tries)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

function guardCode(db: Db, id: string, place: string, isRight: () => boolean): Promise<boolean> {
  return guardAttempts(db, `code:${id} ${place}`, { verify: async () => isRight(), refuse: () => false })
}

function failCode(): never {
  fail('invalid', wrong, { fields: { code: wrong } })
}

/** Salted with the row's id; what protects six digits is that they live ten minutes and five tries. */
function hashCode(id: string, code: string) {
  return createHash('sha256').update(`${id}:${code}`).digest()
}
