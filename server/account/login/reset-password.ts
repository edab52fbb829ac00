import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashNewPassword, requireUncommonPassword } from '#server/account/user/create-user.ts'
import { setPassword } from '#server/account/session/set-password.ts'
import { findLogin } from '#server/account/user/user-queries.ts'
import { deleteAttempts } from '#server/account/throttle/attempts.ts'
import { consumeTicket, verifyTicket } from '#server/account/code/ticket.ts'

/**
 * Sets a new password for the user whose email address or phone number the ticket (the proof of a verified code) was
 * issued for, ends all their sessions, and returns their id. The ticket is verified before the password is hashed,
 * because hashing is expensive, and consumed in the transaction that sets the password.
 */
export async function resetPassword(db: Db, ticket: string, password: string): Promise<string> {
  requireUncommonPassword(password)
  const account = await verifyTicket(db, ticket, 'reset')
  await requireAccount(db, account)
  const passwordHash = await hashNewPassword(password, account)
  return db.transaction().execute(async (db) => {
    const { id } = await requireAccount(db, await consumeTicket(db, ticket, 'reset'))
    await setPassword(db, id, passwordHash, null)
    await deleteAttempts(db, [account])
    return id
  })
}

/**
 * Fails as `missing` when no user has this email address or phone number. Only callers who received a code sent there
 * learn this.
 */
async function requireAccount(db: Db, account: string) {
  return (await findLogin(db, account)) ?? fail('missing', '这个账号还没有注册，请先注册')
}
