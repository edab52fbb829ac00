import { createHash } from 'node:crypto'
import { sql } from 'kysely'
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

function hashAddress(userId: string, address: string) {
  return createHash('sha256').update(`${userId} ${address}`).digest()
}
