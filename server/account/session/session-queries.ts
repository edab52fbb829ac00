import { sql } from 'kysely'
import type { Session } from '#shared/api/account/user-session.ts'
import type { Db } from '#server/platform/db/schema.ts'
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

/**
 * Returns whether a user has logged in on a device before. Sessions count too, because the devices of logins before
 * the table `known_device` are known by them only. Everything counts as known for a user who is logging in for the
 * first time, with the registration.
 */
export async function isKnownDevice(db: Db, userId: string, device: string): Promise<boolean> {
  const devices = await db.selectFrom('knownDevice').select('device').where('userId', '=', userId).execute()
  const sessions = await db.selectFrom('session').select('userAgent').distinct().where('userId', '=', userId).execute()
  const known = new Set([...devices.map((one) => one.device), ...sessions.map((one) => describeDevice(one.userAgent))])
  if (known.size > 0) return known.has(device)
  const isNew = sql<boolean>`created_at > now() - interval '1 day'`
  return (
    (await db.selectFrom('user').select('id').where('id', '=', userId).where(isNew).executeTakeFirst()) !== undefined
  )
}
