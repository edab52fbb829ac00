import type { Passkey } from '#shared/api/account/passkey.ts'
import type { Db } from '#server/platform/db/schema.ts'

export const shownColumns = ['id', 'name', 'isSynced', 'createdAt', 'lastUsedAt'] as const

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(shownColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

/**
 * Returns the credential ids and transports of a user's passkeys, so that a browser does not register the same
 * authenticator twice.
 */
export function listCredentials(db: Db, userId: string) {
  return db.selectFrom('passkey').select(['credentialId', 'transports']).where('userId', '=', userId).execute()
}

export function findCredential(db: Db, credentialId: string) {
  return db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

export function toPasskey({
  createdAt,
  lastUsedAt,
  ...row
}: Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }) {
  return { ...row, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt && lastUsedAt.toISOString() }
}
