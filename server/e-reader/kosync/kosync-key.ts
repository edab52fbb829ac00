import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { KosyncKey } from '#shared/api/account/kosync.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'

/**
 * The alphabet of sync passwords: thirty-two characters that are hard to confuse with each other and easy to type on
 * e-readers.
 */
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

/**
 * Creates a user's password for syncing with e-readers and replaces the former password; the sync name stays the same.
 * The password has 80 random bits, so even a fast hash of it cannot be reversed.
 */
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
      if (!isViolationOf(error, 'kosync_account_username_key')) throw error
    }
  }
}

export async function deleteKey(db: Db, userId: string) {
  await db.deleteFrom('kosyncAccount').where('userId', '=', userId).execute()
}

/**
 * Returns the user with this sync name and sync password (the key) and records that the key was used; undefined when
 * the name or the key is wrong. If `locks` is set, the key's row is locked until the end of the caller's transaction,
 * so that other devices of the user wait and the key cannot be revoked meanwhile.
 */
export async function verifySyncUser(
  db: Db,
  { name, key }: { name: string; key: string },
  { locks = false } = {},
): Promise<SyncUser | undefined> {
  const row = await db
    .selectFrom('kosyncAccount')
    .innerJoin('user', 'user.id', 'kosyncAccount.userId')
    .select(['userId', 'keyHash', 'suspendedAt'])
    .where('kosyncAccount.username', '=', name)
    .where('deletedAt', 'is', null)
    .$if(locks, (query) => query.forUpdate('kosyncAccount'))
    .executeTakeFirst()
  // Compares the sync password in constant time, even if the sync name is unknown, so that the duration does not reveal
  // whether a name exists.
  const isValid = timingSafeEqual(row?.keyHash ?? nobody, hashKey(key.toLowerCase()))
  if (row === undefined || !isValid) return undefined
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
