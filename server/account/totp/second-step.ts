import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { guardAttempts } from '#server/account/throttle/attempts.ts'
import { isKnownAddress } from '#server/account/throttle/known-address.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findStep } from './totp-code.ts'
import { findTotp } from './totp-queries.ts'
import { consumeRecoveryCode, consumeStep } from './write-totp.ts'

const ticketMinutes = 5

/**
 * Fails as `secondStep` when the user has an authenticator, so that the login needs its code as well. The failure
 * carries a ticket with which the login continues. Must not run in a transaction, because the failure would roll the
 * ticket back.
 */
export async function requireSecondStep(db: Db, userId: string) {
  const known = await findTotp(db, userId)
  if (!known?.confirmedAt) return
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = sql<Date>`now() + make_interval(mins => ${ticketMinutes})`
  await db
    .insertInto('pendingLogin')
    .values({ tokenHash: hashTicket(ticket), userId, expiresAt })
    .execute()
  fail('secondStep', '这个账号开着两步验证，请再填验证器上的 6 位数字', { ticket })
}

/**
 * Verifies the ticket of an unfinished login and the authenticator code that completes the login, and returns the id of
 * the user. Fails unless both are valid; a ticket completes only one login. Each IP address the user has logged in from
 * has attempts of its own, so that an attacker who knows the password and guesses codes cannot lock the user out there.
 */
export async function verifySecondStep(db: Db, ticket: string, code: string, address: string): Promise<string> {
  const tokenHash = hashTicket(ticket)
  const found = await db
    .selectFrom('pendingLogin')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const userId = found?.userId ?? fail('conflict', '这次登录等得太久了，请重新登录')
  const isKnown = await isKnownAddress(db, userId, address)
  await verifySecondCode(db, userId, isKnown ? address : null, code)
  const { numDeletedRows } = await db.deleteFrom('pendingLogin').where('tokenHash', '=', tokenHash).executeTakeFirst()
  if (numDeletedRows === 0n) fail('conflict', '这次登录已经完成了，请重新登录')
  return userId
}

/**
 * Verifies and consumes a code of the user's authenticator or a recovery code, and fails as `invalid` when it is wrong.
 * After five wrong codes the user must wait. `origin` is a session of the user or an IP address they have logged in
 * from; each origin has five attempts of its own, and all calls with `origin` null together have five.
 *
 * Must not run in a transaction, because a wrong attempt must count even though the call fails.
 */
export async function verifySecondCode(db: Db, userId: string, origin: string | null, code: string) {
  const isTotp = code.length === 6
  const isRight = await guardAttempts(db, origin === null ? `totp:${userId}` : `totp:${userId} ${origin}`, {
    verify: () => (isTotp ? consumeTotpCode(db, userId, code) : consumeRecoveryCode(db, userId, code)),
    refuse: (wait) => fail('tooMany', `数字错得太多了，请 ${Math.ceil(wait / 60)} 分钟后再试`, { retryAfter: wait }),
  })
  const wrong = isTotp ? '这 6 位数字不对，或已经用过；请等验证器换出下一组再填' : '这个恢复码不对，或已经用过'
  if (!isRight) fail('invalid', wrong, { fields: { code: wrong } })
}

async function consumeTotpCode(db: Db, userId: string, code: string): Promise<boolean> {
  const known = await findTotp(db, userId)
  const step = known && findStep(known.secret, code, Date.now())
  return known !== undefined && step !== undefined && consumeStep(db, userId, known.secret, step)
}

function hashTicket(ticket: string) {
  return createHash('sha256').update(ticket).digest()
}
