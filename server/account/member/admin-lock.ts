import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

const isActiveAdmin = sql<boolean>`'admin' = any(roles) and suspended_at is null and deleted_at is null`

/**
 * Serializes all changes to the set of admins with a lock that is held until the transaction ends. Must run in a
 * transaction.
 */
export async function lockAdmins(db: Db) {
  await lockUntilCommit(db, 'admins')
}

/**
 * Fails as `forbidden` unless the user is an active admin: another admin may have revoked the role since the call
 * began. The caller must hold the lock that `lockAdmins` takes.
 */
export async function requireActiveAdmin(db: Db, actorId: string) {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', actorId)
    .where(isActiveAdmin)
    .executeTakeFirst()
  if (found === undefined) fail('forbidden', '你已经不是管理员了')
}

/**
 * Fails as `conflict` if this user is the only active admin of the site. The caller must hold the lock that
 * `lockAdmins` takes.
 */
export async function requireAnotherAdmin(db: Db, id: string) {
  const other = await db.selectFrom('user').select('id').where('id', '<>', id).where(isActiveAdmin).executeTakeFirst()
  if (other === undefined) fail('conflict', '这是唯一的管理员，请先让另一个人成为管理员')
}
