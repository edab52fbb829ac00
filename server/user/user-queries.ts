import type { User } from '#shared/api/user.ts'
import type { Db } from '#server/db/schema.ts'

const userColumns = ['id', 'name', 'email', 'phoneNumber', 'profile', 'bio', 'roles', 'createdAt'] as const

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .select(userColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && { ...row, createdAt: row.createdAt.toISOString() }
}

/** Id and password of the account with this email, or undefined. */
export function findLogin(db: Db, email: string) {
  return db.selectFrom('user').select(['id', 'passwordHash']).where('email', '=', email).executeTakeFirst()
}

/** Where codes for a user go, and the hash of the password he has, if any. */
export async function findOwnLogin(db: Db, id: string) {
  const row = await db
    .selectFrom('user')
    .select(['email', 'phoneNumber', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { account: row.email ?? row.phoneNumber ?? '', passwordHash: row.passwordHash }
}
