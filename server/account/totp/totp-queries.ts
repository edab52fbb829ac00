import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { base32 } from './totp-code.ts'

/** The user's secret and whether it counts yet. */
export function findTotp(db: Db, userId: string) {
  return db.selectFrom('totp').select(['secret', 'confirmedAt']).where('userId', '=', userId).executeTakeFirst()
}

/** A secret that waits for its first code; false when one is in use already. */
export async function putSecret(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp')
    .values({ userId, secret, confirmedAt: null })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ secret }).where('totp.confirmedAt', 'is', null))
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Takes a half minute of this secret; false when a code of it, or of a later one, was taken before. */
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

/** Turns the second step off; false when it was not on. */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db.deleteFrom('pendingLogin').where('userId', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('totp').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ten codes of 50 bits in place of those there were; only their hashes stay. */
export async function renewRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => base32(randomBytes(7)).slice(0, 10).toLowerCase())
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code), usedAt: null })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Whether it was one of the user's, not used before. */
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

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function hashCode(userId: string, code: string) {
  return createHash('sha256').update(`${userId}:${code}`).digest()
}
