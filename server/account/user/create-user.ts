import { randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { Role } from '#shared/api/account/user.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isCommonPassword } from './common-password.ts'
import { hashPassword } from './password.ts'
import { accountColumn } from './user-queries.ts'

interface NewUser {
  /** An email address or a phone number; null creates a user who cannot log in. */
  account: string | null
  name?: string | undefined
  passwordHash?: string | null
  roles?: Role[]
  /** Whether others see the profile; by default only the user does. */
  isPublic?: boolean
}

/**
 * Creates a user and returns their id. Returns undefined when the email address or phone number already belongs to
 * another user.
 */
export async function createUser(
  db: Db,
  { account, name, passwordHash = null, roles = [], isPublic = false }: NewUser,
): Promise<string | undefined> {
  const noAccount = { email: null, phoneNumber: null }
  const known = account === null ? noAccount : { ...noAccount, [accountColumn(account)]: account }
  const values = { id: newId(), ...known, name: name ?? randomUserName(), passwordHash, roles, isPublic }
  const row = await db
    .insertInto('user')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Fails as `invalid` when a password is on the list of common passwords. */
export function requireUncommonPassword(password: string) {
  const problem = '这个密码太常见，容易被猜到，请换一个'
  if (isCommonPassword(password)) fail('invalid', problem, { fields: { password: problem } })
}

/**
 * Hashes the new password of a user. The caller must have verified a code, a ticket (the proof of a verified code) or
 * the old password, because the queue for hashing runs these calls before others.
 */
export function hashNewPassword(password: string, account: string): Promise<string> {
  return hashPassword(password, { name: account, isTrusted: true })
}

/**
 * Returns a random name for a new user. The name is not made from the email address, because other users see the name
 * and could guess the email address.
 */
function randomUserName() {
  return `读者${randomInt(100_000, 1_000_000)}`
}
