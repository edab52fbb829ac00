import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/db/schema.ts'

/** Notes where a user logged in from. */
export async function rememberAddress(db: Db, userId: string, address: string) {
  await db
    .insertInto('knownAddress')
    .values({ userId, addressHash: hashAddress(userId, address) })
    .onConflict((conflict) => conflict.columns(['userId', 'addressHash']).doUpdateSet({ lastUsedAt: sql`now()` }))
    .execute()
}

/** Whether the user logged in from there in the last ninety days. */
export async function isKnownAddress(db: Db, userId: string | undefined, address: string): Promise<boolean> {
  // The same question is asked for an account that does not exist.
  const id = userId ?? '00000000-0000-0000-0000-000000000000'
  const found = await db
    .selectFrom('knownAddress')
    .select('userId')
    .where('userId', '=', id)
    .where('addressHash', '=', hashAddress(id, address))
    .where('lastUsedAt', '>', sql<Date>`now() - interval '90 days'`)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns the name of the place a call comes from if it is a place of the user's own: the session of the signed-in user, or an
 * address they have logged in from. For an account that does not exist the same question is asked.
 */
export async function findOwnPlace(
  db: Db,
  userId: string | undefined,
  { address, user }: Pick<Context, 'address' | 'user'>,
): Promise<string | undefined> {
  if (user !== null && user.id === userId) return user.sessionId
  return (await isKnownAddress(db, userId, address)) ? address : undefined
}

function hashAddress(userId: string, address: string) {
  return createHash('sha256').update(`${userId} ${address}`).digest()
}
