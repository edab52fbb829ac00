import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TicketPurpose } from '#shared/api/account/account.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** The lifetime of a ticket in seconds. A ticket proves that its holder has just verified a code. */
export const ticketLifetime = 600

/**
 * Issues a ticket to a caller who has just verified a code that was sent to `account` (an email address or phone
 * number). Only the hash of the ticket is stored.
 */
export async function issueTicket(db: Db, account: string, purpose: TicketPurpose): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = sql<Date>`now() + make_interval(secs => ${ticketLifetime})`
  await db
    .insertInto('ticket')
    .values({ tokenHash: hashTicket(ticket), account, purpose, expiresAt })
    .execute()
  return ticket
}

/**
 * Returns the email address or phone number that a ticket (the proof of a verified code) was issued for, without
 * consuming the ticket. Fails as `invalid` when the ticket is not valid.
 */
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

/**
 * Consumes a ticket (the proof of a verified code) and returns the email address or phone number that it was issued
 * for. When it runs in a transaction that fails, the ticket stays valid. Fails as `invalid` when the ticket is not
 * valid.
 */
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

/**
 * Deletes the tickets with which the owners of these email addresses and phone numbers could reset their password, so
 * that tickets issued before a password change do not work after it.
 */
export async function deleteTickets(db: Db, accounts: (string | null)[]) {
  const known = accounts.filter((account) => account !== null)
  if (known.length > 0)
    await db.deleteFrom('ticket').where('account', 'in', known).where('purpose', '=', 'reset').execute()
}

function hashTicket(ticket: string) {
  return createHash('sha256').update(ticket).digest()
}
