import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { forgetTries, takeTry } from '#server/auth/login-failure.ts'
import type { Db } from '#server/db/schema.ts'
import { findStep } from './totp-code.ts'
import { findTotp, takeRecoveryCode, takeStep } from './totp-queries.ts'

const minutes = 5

/** Fails as `secondStep`, with a ticket to go on with, when a user's authenticator has to be asked too. */
export async function demandSecondStep(db: Db, userId: string) {
  const known = await findTotp(db, userId)
  if (!known?.confirmedAt) return
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = sql<Date>`now() + make_interval(mins => ${minutes})`
  await db
    .insertInto('loginTicket')
    .values({ ticketHash: hashTicket(ticket), userId, expiresAt })
    .execute()
  fail('secondStep', '这个账号开着两步验证，请再填验证器上的 6 位数字', { ticket })
}

/** Whose login this ticket and code complete; fails unless both are good. A ticket completes one. */
export async function passSecondStep(db: Db, ticket: string, code: string): Promise<string> {
  const ticketHash = hashTicket(ticket)
  const found = await db
    .selectFrom('loginTicket')
    .select('userId')
    .where('ticketHash', '=', ticketHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const userId = found?.userId ?? fail('conflict', '这次登录等得太久了，请重新登录')
  await spendSecondCode(db, userId, code)
  const { numDeletedRows } = await db.deleteFrom('loginTicket').where('ticketHash', '=', ticketHash).executeTakeFirst()
  if (numDeletedRows === 0n) fail('conflict', '这次登录已经完成了，请重新登录')
  return userId
}

/**
 * Spends a code of the user's authenticator, or a recovery code; after five wrong ones he waits.
 * Not to be called inside a transaction: a wrong try must count even though the call fails.
 */
export async function spendSecondCode(db: Db, userId: string, code: string) {
  const account = `totp:${userId}`
  const wait = await takeTry(db, account)
  if (wait !== undefined) fail('tooMany', `数字错得太多了，请 ${Math.ceil(wait / 60)} 分钟后再试`, { retryAfter: wait })
  const isRight = code.length === 6 ? await takeTotpCode(db, userId, code) : await takeRecoveryCode(db, userId, code)
  const wrong =
    code.length === 6 ? '这 6 位数字不对，或已经用过；请等验证器换出下一组再填' : '这个恢复码不对，或已经用过'
  if (!isRight) fail('invalid', wrong, { fields: { code: wrong } })
  await forgetTries(db, account)
}

async function takeTotpCode(db: Db, userId: string, code: string): Promise<boolean> {
  const known = await findTotp(db, userId)
  const step = known && findStep(known.secret, code, Date.now())
  return known !== undefined && step !== undefined && takeStep(db, userId, known.secret, step)
}

function hashTicket(ticket: string) {
  return createHash('sha256').update(ticket).digest()
}
