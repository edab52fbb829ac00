import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TicketPurpose } from '#shared/api/account/account.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'

export const ticketLifetime = 600

/** For somebody who has just shown a code sent to the account; only its hash is kept. */
export async function issueTicket(db: Db, account: string, purpose: TicketPurpose): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = sql<Date>`now() + make_interval(secs => ${ticketLifetime})`
  await db
    .insertInto('ticket')
    .values({ tokenHash: hashTicket(ticket), account, purpose, expiresAt })
    .execute()
  return ticket
}

/** Returns the account a ticket was issued for, without using the ticket up; fails unless the ticket is good. */
export async function verifyTicket(db: Db, ticket: string, purpose: TicketPurpose): Promise<string> {
  const found = await db
    .selectFrom('ticket')
    .select('account')
    .where('tokenHash', '=', hashTicket(ticket))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found?.account ?? failExpired()
}

/** Uses a ticket up and returns the account it was issued for. When the transaction it runs in fails, the ticket stays good. */
export async function consumeTicket(db: Db, ticket: string, purpose: TicketPurpose): Promise<string> {
  const consumed = await db
    .deleteFrom('ticket')
    .where('tokenHash', '=', hashTicket(ticket))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('account')
    .executeTakeFirst()
  return consumed?.account ?? failExpired()
}

function failExpired(): never {
  fail('invalid', '验证已经过期，请重新获取验证码', { fields: { ticket: '已经过期' } })
}

/** Nobody else gets in with what was shown before the password changed. */
export async function deleteTickets(db: Db, accounts: (string | null)[]) {
  const known = accounts.filter((account) => account !== null)
  if (known.length > 0)
    await db.deleteFrom('ticket').where('account', 'in', known).where('purpose', '=', 'reset').execute()
}

function hashTicket(ticket: string) {
  return createHash('sha256').update(ticket).digest()
}
