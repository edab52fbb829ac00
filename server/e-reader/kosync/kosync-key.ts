import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { KosyncKey } from '#shared/api/account/kosync.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'

/** Thirty-two characters that no one takes for another, for keyboards of glass and e-ink. */
const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789'
const nobody = randomBytes(32)

export interface SyncUser {
  userId: string
  isSuspended: boolean
}

export async function findKey(db: Db, userId: string): Promise<KosyncKey | null> {
  const row = await db
    .selectFrom('kosyncAccount')
    .select(['username', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { username, createdAt, lastUsedAt } = row
  return { name: username, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** Sixteen characters are eighty bits, which no fast hash gives away. The name stays the same; what it opened before does not. */
export async function createKey(db: Db, userId: string): Promise<{ name: string; password: string }> {
  const password = randomWord(16)
  const keyHash = hashKey(createHash('md5').update(password).digest('hex'))
  for (;;) {
    try {
      const { username } = await db
        .insertInto('kosyncAccount')
        .values({ userId, username: `zt${randomWord(6)}`, keyHash })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ keyHash, createdAt: sql`now()`, lastUsedAt: null }),
        )
        .returning('username')
        .executeTakeFirstOrThrow()
      return { name: username, password }
    } catch (error) {
      if (!isViolationOf(error, 'kosync_key_name_key')) throw error
    }
  }
}

export async function deleteKey(db: Db, userId: string) {
  await db.deleteFrom('kosyncAccount').where('userId', '=', userId).execute()
}

/** Whose name and key these are. In a transaction his other devices wait, and a key that is revoked meanwhile is none. */
export async function findSyncUser(db: Db, name: string, key: string): Promise<SyncUser | undefined> {
  const row = await db
    .selectFrom('kosyncAccount')
    .innerJoin('user', 'user.id', 'kosyncAccount.userId')
    .select(['userId', 'keyHash', 'suspendedAt'])
    .where('kosyncAccount.username', '=', name)
    .where('deletedAt', 'is', null)
    .$if(db.isTransaction, (query) => query.forUpdate('kosyncAccount'))
    .executeTakeFirst()
  // Whether a name is there takes no less time to tell than whether its key is right.
  const isRight = timingSafeEqual(row?.keyHash ?? nobody, hashKey(key.toLowerCase()))
  if (row === undefined || !isRight) return undefined
  await db
    .updateTable('kosyncAccount')
    .set({ lastUsedAt: sql`now()` })
    .where('userId', '=', row.userId)
    .where((eb) =>
      eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', sql<Date>`now() - interval '10 minutes'`)]),
    )
    .execute()
  return { userId: row.userId, isSuspended: row.suspendedAt !== null }
}

function hashKey(md5: string) {
  return createHash('sha256').update(md5).digest()
}

function randomWord(length: number) {
  return [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('')
}
