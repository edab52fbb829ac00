import type { Db } from '#server/platform/db/schema.ts'

/**
 * Returns the secret of the user's authenticator and the time when a first code confirmed it (null before that).
 * Returns undefined when the user has no authenticator.
 */
export function findTotp(db: Db, userId: string) {
  return db.selectFrom('totp').select(['secret', 'confirmedAt']).where('userId', '=', userId).executeTakeFirst()
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
