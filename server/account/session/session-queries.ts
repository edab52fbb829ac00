import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Session } from '#shared/api/account/user-session.ts'
import type { SignedIn } from '#server/call/context.ts'
import type { Db } from '#server/db/schema.ts'
import { describeDevice } from './describe-device.ts'

const lifetime = sql<Date>`now() + interval '30 days'`
const isAlive = sql<boolean>`expires_at > now()`

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
      expiresAt: lifetime,
    })
    .execute()
  return token
}

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
    .where(isAlive)
    .where('user.deletedAt', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return null
  const { id, roles, sessionId, suspendedAt, suspendReason, isDue, isFresh } = found
  if (isDue) {
    await db
      .updateTable('session')
      .set({ lastUsedAt: sql`now()`, expiresAt: lifetime })
      .where('tokenHash', '=', tokenHash)
      .execute()
  }
  return { id, roles, sessionId, isFresh, suspended: suspendedAt && (suspendReason ?? '') }
}

/** Returns whether the user of a session is suspended, or null when the session has ended. */
export async function findSessionState(db: Db, id: string): Promise<{ isSuspended: boolean } | null> {
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('user.suspendedAt')
    .where('session.id', '=', id)
    .where(isAlive)
    .where('user.deletedAt', 'is', null)
    .executeTakeFirst()
  return found === undefined ? null : { isSuspended: found.suspendedAt !== null }
}

export async function listSessions(db: Db, userId: string, thisId: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'userAgent', 'network', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where(isAlive)
    .orderBy(sql`id = ${thisId}`, 'desc')
    .orderBy('lastUsedAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ userAgent, createdAt, lastUsedAt, ...row }) => ({
    ...row,
    device: describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isThis: row.id === thisId,
  }))
}

/** Returns the distinct user agents of a user's sessions, for recognising a login from a new device. */
export async function listUserAgents(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('session').select('userAgent').distinct().where('userId', '=', userId).execute()
  return rows.map(({ userAgent }) => userAgent)
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

function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
