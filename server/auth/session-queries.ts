import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/schema.ts'

const lifetime = sql<Date>`now() + interval '30 days'`

/** A new session for a user; returns its token, 256 random bits, of which only the hash is kept. */
export async function createSession(db: Db, userId: string, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const values = { tokenHash: hashToken(token), userId, userAgent: userAgent.slice(0, 300), expiresAt: lifetime }
  await db.insertInto('session').values(values).execute()
  return token
}

/** Whose token it is, or null. A session in use slides on; it is written at most once an hour. */
export async function findSession(db: Db, token: string): Promise<SignedIn | null> {
  const tokenHash = hashToken(token)
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.id', 'user.roles', sql<boolean>`last_used_at < now() - interval '1 hour'`.as('isDue')])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (found === undefined) return null
  if (found.isDue) {
    await db
      .updateTable('session')
      .set({ lastUsedAt: sql`now()`, expiresAt: lifetime })
      .where('tokenHash', '=', tokenHash)
      .execute()
  }
  return { id: found.id, roles: found.roles }
}

export async function deleteSession(db: Db, token: string) {
  await db.deleteFrom('session').where('tokenHash', '=', hashToken(token)).execute()
}

/** Logs a user out everywhere, but for the session of the token kept. */
export async function endSessions(db: Db, userId: string, keptToken: string | null) {
  const sessions = db.deleteFrom('session').where('userId', '=', userId)
  await (keptToken === null ? sessions : sessions.where('tokenHash', '<>', hashToken(keptToken))).execute()
}

function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
