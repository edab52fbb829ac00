import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'

const isActiveAdmin = sql<boolean>`'admin' = any(roles) and suspended_at is null and deleted_at is null`

/** Whoever makes admins more or fewer goes one after the other, to the end of his transaction. */
export async function lockAdmins(db: Db) {
  await lockUntilCommit(db, 'admins')
}

/** Under the lock: an admin may have lost his role to another between his call and now. */
export async function requireActiveAdmin(db: Db, actorId: string) {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', actorId)
    .where(isActiveAdmin)
    .executeTakeFirst()
  if (found === undefined) fail('forbidden', '你已经不是管理员了')
}

/** Under the lock: the site is never left without anyone to run it. */
export async function requireAnotherAdmin(db: Db, id: string) {
  const other = await db.selectFrom('user').select('id').where('id', '<>', id).where(isActiveAdmin).executeTakeFirst()
  if (other === undefined) fail('conflict', '这是唯一的管理员，请先让另一个人成为管理员')
}
