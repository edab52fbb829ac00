import { sql } from 'kysely'
import type { Session } from '#shared/api/account/user-session.ts'
import type { Db } from '#server/db/schema.ts'
import { describeDevice } from './describe-device.ts'

export const isSessionAlive = sql<boolean>`expires_at > now()`

/** Returns whether the user of a session is suspended, or null when the session has ended. */
export async function findSessionState(db: Db, id: string): Promise<{ isSuspended: boolean } | null> {
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('user.suspendedAt')
    .where('session.id', '=', id)
    .where(isSessionAlive)
    .where('user.deletedAt', 'is', null)
    .executeTakeFirst()
  return found === undefined ? null : { isSuspended: found.suspendedAt !== null }
}

export async function listSessions(db: Db, userId: string, thisId: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'userAgent', 'network', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where(isSessionAlive)
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
