import { sql } from 'kysely'
import type { Passkey } from '#shared/api/account/passkey.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { shownColumns, toPasskey } from './passkey-queries.ts'

/** Stores a new passkey. Returns undefined when the passkey is registered already, for this or another user. */
export async function insertPasskey(
  db: Db,
  values: {
    id: string
    userId: string
    credentialId: string
    publicKey: Buffer
    counter: number
    transports: string[]
    isSynced: boolean
    name: string
  },
): Promise<Passkey | undefined> {
  const row = await db
    .insertInto('passkey')
    .values({ ...values, lastUsedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(shownColumns)
    .executeTakeFirst()
  return row && toPasskey(row)
}

/**
 * Records that a passkey was used. Returns false when the signature counter is not higher than the stored one, because
 * a concurrent login has already raised it.
 */
export async function recordPasskeyUse(db: Db, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: sql`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb(eb.val(counter), '=', 0)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renames a passkey of the user. Returns false when the user has no passkey with this id. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a passkey of the user. Returns false when the user has no passkey with this id. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function storeChallenge(db: Db, challenge: string, userId: string | null) {
  const expiresAt = sql<Date>`now() + interval '5 minutes'`
  await db.insertInto('passkeyChallenge').values({ challenge, userId, expiresAt }).execute()
}

/**
 * Consumes the challenge of a passkey login or registration. Returns false when it was not issued for this user, was
 * consumed before, or has expired.
 */
export async function consumeChallenge(db: Db, challenge: string, userId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', challenge)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
