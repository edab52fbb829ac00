import type { Role } from '#shared/api/account/user.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Replaces the roles of an existing user. A test that needs a new user passes the roles to `newUser` instead. */
export async function setRoles(db: Db, userId: string, roles: Role[]) {
  await db.updateTable('user').set({ roles }).where('id', '=', userId).execute()
}
