import type { Role } from '#shared/api/account/user.ts'
import type { Db } from '#server/db/schema.ts'

/** Gives an existing user these roles in place of the former ones; for a new user, `newUser` takes the roles. */
export async function setRoles(db: Db, userId: string, roles: Role[]) {
  await db.updateTable('user').set({ roles }).where('id', '=', userId).execute()
}
