import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'

export const sessionLifetime = sql<Date>`now() + interval '30 days'`

interface NewSession {
  userId: string
  userAgent: string
  network: string
}

/** Creates a session and returns its token of 256 random bits, of which only the hash is stored. */
export async function createSession(db: Db, { userId, userAgent, network }: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId,
      userAgent: userAgent.slice(0, 300),
      network,
      expiresAt: sessionLifetime,
    })
    .execute()
  return token
}

/** Records that a user has logged in on a device. */
export async function rememberDevice(db: Db, userId: string, device: string) {
  await db
    .insertInto('knownDevice')
    .values({ userId, device })
    .onConflict((conflict) => conflict.columns(['userId', 'device']).doUpdateSet({ lastUsedAt: sql`now()` }))
    .execute()
}

export async function deleteSession(db: Db, token: string) {
  await db.deleteFrom('session').where('tokenHash', '=', hashToken(token)).execute()
}

/** Records that the user of a session has confirmed their identity now. */
export async function confirmSession(db: Db, id: string) {
  await db
    .updateTable('session')
    .set({ confirmedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Ends a session of the user. Returns false when the user has no session with this id. */
export async function deleteMySession(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Ends all sessions of a user except the one with the token `exceptToken`, and all logins that wait for a second step.
 * Returns the number of ended sessions.
 */
export async function endSessions(db: Db, userId: string, exceptToken: string | null): Promise<number> {
  await db.deleteFrom('pendingLogin').where('userId', '=', userId).execute()
  const sessions = db.deleteFrom('session').where('userId', '=', userId)
  const ended = exceptToken === null ? sessions : sessions.where('tokenHash', '<>', hashToken(exceptToken))
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}

export function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
