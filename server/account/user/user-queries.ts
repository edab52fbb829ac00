import { sql } from 'kysely'
import { accountKindOf } from '#shared/api/account/account.ts'
import type { User } from '#shared/api/account/user.ts'
import type { Db } from '#server/platform/db/schema.ts'

const userColumns = ['id', 'name', 'email', 'phoneNumber', 'avatarKey as profile', 'bio', 'roles', 'createdAt'] as const

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .select([...userColumns, sql<boolean>`password_hash is not null`.as('hasPassword')])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && { ...row, createdAt: row.createdAt.toISOString() }
}

/** Returns the id and password hash of the user with this email address or phone number, or undefined. */
export function findLogin(db: Db, account: string) {
  return db
    .selectFrom('user')
    .select(['id', 'passwordHash'])
    .where(accountColumn(account), '=', account)
    .executeTakeFirst()
}

/** Returns the column of the table `user` in which this email address or phone number is stored. */
export function accountColumn(account: string) {
  return accountKindOf(account) === 'email' ? 'email' : 'phoneNumber'
}

/**
 * Returns the email address or phone number to which codes for the user are sent, and the hash of their password, which
 * is null when they have none. Returns undefined for an unknown user.
 */
export async function findMyLogin(db: Db, id: string) {
  const row = await db
    .selectFrom('user')
    .select(['email', 'phoneNumber', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { account: row.email ?? row.phoneNumber ?? '', passwordHash: row.passwordHash }
}
