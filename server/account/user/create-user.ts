import { randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { Role } from '#shared/api/account/user.ts'
import type { Db } from '#server/db/schema.ts'
import { isCommonPassword } from './common-password.ts'
import { hashPassword } from './password.ts'
import { accountColumn } from './user-queries.ts'

export interface NewUser {
  /** An email address or a phone number; without one nobody logs in. */
  account: string | null
  name?: string | undefined
  passwordHash?: string | null
  roles?: Role[]
}

/** Adds a user and returns the id; undefined when the account belongs to somebody already. */
export async function createUser(
  db: Db,
  { account, name, passwordHash = null, roles = [] }: NewUser,
): Promise<string | undefined> {
  const nowhere = { email: null, phoneNumber: null }
  const known = account === null ? nowhere : { ...nowhere, [accountColumn(account)]: account }
  const values = { id: newId(), ...known, name: name ?? readerName(), passwordHash, roles }
  const row = await db
    .insertInto('user')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Fails when a password that somebody chose is among the commonest. */
export function requireUncommonPassword(password: string) {
  const problem = '这个密码太常见，容易被猜到，请换一个'
  if (isCommonPassword(password)) fail('invalid', problem, { fields: { password: problem } })
}

/** Hashes the new password of an account whose owner has shown a code, a ticket or the old password. */
export function hashNewPassword(password: string, account: string): Promise<string> {
  return hashPassword(password, { name: account, isTrusted: true })
}

/** The part before the @ would tell strangers an address, so a new reader is named by a number. */
function readerName() {
  return `读者${randomInt(100_000, 1_000_000)}`
}
