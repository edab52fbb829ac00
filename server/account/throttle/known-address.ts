import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Records that a user has logged in from an IP address. Only a hash of the IP address is stored. */
export async function rememberAddress(db: Db, userId: string, address: string) {
  await db
    .insertInto('knownAddress')
    .values({ userId, addressHash: hashAddress(userId, address) })
    .onConflict((conflict) => conflict.columns(['userId', 'addressHash']).doUpdateSet({ lastUsedAt: sql`now()` }))
    .execute()
}

/**
 * Returns whether the user logged in from the IP address in the last ninety days. If `userId` is undefined, the same
 * query runs, so that the response time does not reveal which accounts exist.
 */
export async function isKnownAddress(db: Db, userId: string | undefined, address: string): Promise<boolean> {
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
 * Returns where a call comes from if that origin belongs to the user: the id of their session, or an IP address they
 * have logged in from. Otherwise returns undefined. Attempts to enter a password or code are counted separately for
 * this origin.
 */
export async function findKnownOrigin(
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
