import { endSessions } from './session-queries.ts'
import { deleteTickets } from '#server/account/code/ticket.ts'
import type { Db } from '#server/db/schema.ts'

/** Gives a user another password, in a transaction; whoever else is logged in as him, or was about to be, is out. */
export async function setPassword(db: Db, userId: string, passwordHash: string, keptToken: string | null) {
  const { email, phoneNumber } = await db
    .updateTable('user')
    .set({ passwordHash })
    .where('id', '=', userId)
    .returning(['email', 'phoneNumber'])
    .executeTakeFirstOrThrow()
  await endSessions(db, userId, keptToken)
  await deleteTickets(db, [email, phoneNumber])
}
