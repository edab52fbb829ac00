import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { hashChosenPassword } from '#server/user/create-user.ts'
import { setPassword } from '#server/user/set-password.ts'
import { findLogin } from '#server/user/user-queries.ts'
import { forgetTries } from './login-failure.ts'
import { spendTicket } from './ticket.ts'

/** Gives the account of a ticket a new password, ends all its sessions, and returns whose it is. */
export async function resetPassword(db: Db, ticket: string, password: string): Promise<string> {
  const passwordHash = await hashChosenPassword(password)
  return db.transaction().execute(async (db) => {
    const account = await spendTicket(db, ticket, 'reset')
    // Said only to somebody who held a code sent to the account.
    const known = (await findLogin(db, account)) ?? fail('missing', '这个账号还没有注册，请先注册')
    await setPassword(db, known.id, passwordHash, null)
    await forgetTries(db, account)
    return known.id
  })
}
