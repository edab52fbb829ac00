import { endSessions } from './write-sessions.ts'
import { deleteTickets } from '#server/account/code/ticket.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Sets a user's password, ends all their sessions except the one with the token `exceptToken`, and deletes their
 * unfinished logins and the tickets with which they could reset the password. Must run in a transaction.
 */
export async function setPassword(db: Db, userId: string, passwordHash: string, exceptToken: string | null) {
  const { email, phoneNumber } = await db
    .updateTable('user')
    .set({ passwordHash })
    .where('id', '=', userId)
    .returning(['email', 'phoneNumber'])
    .executeTakeFirstOrThrow()
  await endSessions(db, userId, exceptToken)
  await deleteTickets(db, [email, phoneNumber])
}
