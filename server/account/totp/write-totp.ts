import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { base32 } from './totp-code.ts'

/**
 * Stores the secret of a new authenticator; two-step verification is on once the user has entered a first valid code.
 * Returns false when the user has a confirmed authenticator already.
 */
export async function putSecret(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp')
    .values({ userId, secret, confirmedAt: null })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ secret }).where('totp.confirmedAt', 'is', null))
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Consumes the 30-second time step of an authenticator code. Returns false when this or a later step was consumed
 * before, so that no code works twice.
 */
export async function consumeStep(db: Db, userId: string, secret: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ lastTimeStep: step, confirmedAt: sql`coalesce(confirmed_at, now())` })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('lastTimeStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Turns off two-step verification and deletes the user's recovery codes and unfinished logins. Returns false when it
 * was not on. Must run in a transaction.
 */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db.deleteFrom('pendingLogin').where('userId', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('totp').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Replaces the user's recovery codes with ten new ones of 50 random bits each and returns them. Only their hashes are
 * stored. Must run in a transaction.
 */
export async function renewRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => base32(randomBytes(7)).slice(0, 10).toLowerCase())
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code), usedAt: null })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Consumes a recovery code. Returns whether it was an unused code of the user. */
export async function consumeRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(userId, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function hashCode(userId: string, code: string) {
  return createHash('sha256').update(`${userId}:${code}`).digest()
}
