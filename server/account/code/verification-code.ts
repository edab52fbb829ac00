import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { CodePurpose } from '#shared/api/account/account.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { CodePermit, Context, Standing } from '#server/http/call/context.ts'
import { findLogin } from '#server/account/user/user-queries.ts'
import { guardAttempts } from '#server/account/throttle/attempts.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import { requireProof } from '#server/account/throttle/code-budget.ts'
import { findKnownOrigin } from '#server/account/throttle/known-address.ts'

/**
 * Limits of verification codes: the lifetime of a code and the pause before the next code, both in seconds; the number
 * of wrong attempts for a code; and the number of codes for an email address or phone number in a day.
 */
export const codeRules = { expiresIn: 600, resendAfter: 60, tries: 5, aDay: 10 }

type CodeContext = Pick<Context, 'db' | 'address' | 'user' | 'codeBudget'>

interface CodeRequest {
  account: string
  purpose: CodePurpose
  proof?: string | undefined
}

interface IssuedCode extends Pick<CodePermit, 'delivery'> {
  code: string
}

/**
 * Stores a new verification code for an email address or phone number and returns the code, which the caller sends as
 * `delivery` says. A new code invalidates older ones of the same purpose. Fails as `tooMany` when a code was sent there
 * within the last minute or too many today, or when the caller's IP address or the whole site has used up its codes;
 * fails as `proofRequired` when a proof of work is needed.
 *
 * Codes that the owner of the account asks for, from their session or from an IP address they have logged in from, are
 * counted separately. Codes that anybody else asks for leave the owner's codes valid, so that nobody else can use up or
 * invalidate them.
 */
export async function issueCode(context: CodeContext, { account, purpose, proof }: CodeRequest): Promise<IssuedCode> {
  const { db, address, codeBudget } = context
  const standing = await findStanding(context, account, purpose)
  const isFromOwner = standing === 'own'
  // The limits for verification codes are checked before the lock is taken, so that refused calls never wait for it.
  await requireAccountLimits(db, account, isFromOwner)
  const { level } = await codeBudget.requireCapacity(db, { account, address, standing })
  if (level > 0) await requireProof(db, proof, level)
  return db.transaction().execute(async (db) => {
    await lockUntilCommit(db, 'codes')
    await requireAccountLimits(db, account, isFromOwner)
    const { delivery } = await codeBudget.requireCapacity(db, { account, address, standing })
    const isSent = delivery !== 'none'
    const id = newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await db
      .updateTable('verificationCode')
      .set({ usedAt: sql`now()` })
      .where('account', '=', account)
      .where('purpose', '=', purpose)
      .where('isFromOwner', '=', isFromOwner)
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
        isFromOwner,
        isSent,
        codeHash: hashCode(id, code),
        expiresAt,
        usedAt: isSent ? null : sql`now()`,
      })
      .execute()
    return { code, delivery }
  })
}

/**
 * Returns how far the caller who asks for a verification code is trusted. A code to register is the same for accounts
 * that exist and those that do not, because nobody needs it for an account that exists.
 */
async function findStanding(
  { db, address, user }: Pick<Context, 'db' | 'address' | 'user'>,
  account: string,
  purpose: CodePurpose,
): Promise<Standing> {
  const owner = await findLogin(db, account)
  if ((await findKnownOrigin(db, owner?.id, { address, user })) !== undefined) return 'own'
  if (user !== null) return 'known'
  if (purpose === 'register') return 'stranger'
  return owner === undefined ? 'unknown' : 'known'
}

/**
 * Fails as `tooMany` when a verification code was sent to the email address or phone number within the last minute, or
 * too many today. Codes that the account's owner asked for are counted separately.
 */
async function requireAccountLimits(db: Db, account: string, isFromOwner: boolean) {
  const { rows } = await sql<{ today: number; wait: number | null; free: number }>`
    select count(*) as today, ceil(${codeRules.resendAfter} - extract(epoch from now() - max(created_at)))::int as wait,
      greatest(1, ceil(86400 - extract(epoch from now() - min(created_at))))::int as free
    from verification_code
    where account = ${account} and is_from_owner = ${isFromOwner} and created_at > now() - interval '1 day'`.execute(db)
  const { today, wait, free } = rows[0] ?? { today: 0, wait: null, free: 0 }
  if (wait !== null && wait > 0) fail('tooMany', `验证码刚发过，请 ${wait} 秒后再试`, { retryAfter: wait })
  if (today < codeRules.aDay) return
  const hours = Math.ceil(free / 3600)
  fail('tooMany', `一天内给这个账号发的验证码太多了，请 ${hours} 小时后再试`, { retryAfter: free })
}

const wrong = '验证码不对或已过期，请核对，或重新获取'

interface SubmittedCode {
  account: string
  purpose: CodePurpose
  code: string
}

/**
 * Returns the id of the stored verification code that matches, without consuming it. Fails as `invalid` unless the code
 * is right, unexpired, unused and has attempts left.
 *
 * An attacker who guesses codes must not use up the attempts of the account's owner. Therefore five attempts are
 * counted separately for each of these origins: the IP address that asked for the code, each IP address the owner has
 * logged in from, and each session of the owner. All other IP addresses together have five attempts, which are counted
 * in the row of the code.
 *
 * Must not run in a transaction, because a wrong attempt must count even though the call fails.
 */
export async function verifyCode(
  { db, address, user }: Pick<Context, 'db' | 'address' | 'user'>,
  { account, purpose, code }: SubmittedCode,
): Promise<string> {
  const owner = await findLogin(db, account)
  const knownOrigin = await findKnownOrigin(db, owner?.id, { address, user })
  const candidates = await db
    .selectFrom('verificationCode')
    .select(['id', 'codeHash', 'address'])
    .where('account', '=', account)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
  for (const { id, codeHash, address: requester } of candidates) {
    const origin = knownOrigin ?? (requester === address ? address : undefined)
    const isRight = () => timingSafeEqual(codeHash, hashCode(id, code))
    if (origin === undefined ? (await countGuess(db, id)) && isRight() : await guardCode(db, id, origin, isRight))
      return id
  }
  return failCode()
}

/**
 * Consumes a verification code that was found to be right. Fails as `invalid` when another call has consumed it since.
 */
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

/**
 * Counts an attempt to enter a verification code from an IP address for which no attempts are counted separately.
 * Returns false when the five attempts of all such IP addresses together are used up.
 */
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

function guardCode(db: Db, id: string, origin: string, isRight: () => boolean): Promise<boolean> {
  return guardAttempts(db, `code:${id} ${origin}`, { verify: async () => isRight(), refuse: () => false })
}

function failCode(): never {
  fail('invalid', wrong, { fields: { code: wrong } })
}

/**
 * Returns the hash of a verification code, salted with the id of its row. Six digits can be guessed from the hash; the
 * code is protected because it expires after ten minutes and after five wrong attempts.
 */
function hashCode(id: string, code: string) {
  return createHash('sha256').update(`${id}:${code}`).digest()
}
