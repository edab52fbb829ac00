import { sql } from 'kysely'
import type { SignedIn } from '#server/http/call/context.ts'
import { writeIfPossible } from '#server/http/call/outage.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isSessionAlive } from './session-queries.ts'
import { hashToken, sessionLifetime } from './write-sessions.ts'

/**
 * Returns the user of a session token, or null when the token is not valid. Using a session postpones its end; to save
 * writes, this is stored at most once an hour.
 */
export async function findSession(db: Db, token: string): Promise<SignedIn | null> {
  const tokenHash = hashToken(token)
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.id', 'user.roles', 'user.suspendedAt', 'user.suspendReason', 'session.id as sessionId'])
    .select(sql<boolean>`last_used_at < now() - interval '1 hour'`.as('isDue'))
    .select(sql<boolean>`confirmed_at > now() - interval '30 minutes'`.as('isFresh'))
    .where('tokenHash', '=', tokenHash)
    .where(isSessionAlive)
    .where('user.deletedAt', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return null
  const { id, roles, sessionId, suspendedAt, suspendReason, isDue, isFresh } = found
  if (isDue)
    await writeIfPossible(() =>
      db
        .updateTable('session')
        .set({ lastUsedAt: sql`now()`, expiresAt: sessionLifetime })
        .where('tokenHash', '=', tokenHash)
        .execute(),
    )
  return { id, roles, sessionId, isFresh, suspended: suspendedAt && (suspendReason ?? '') }
}
