import type { Context } from '#server/call/context.ts'
import { type AccountChange, accountMail } from '#server/mail/account-mail.ts'
import { findUser } from './user-queries.ts'

/**
 * Sends a mail about a change of an account to an address; null sends nothing. It does not wait for the mail, and a
 * mail that cannot be sent is only logged.
 */
export function notifyOwner({ site, sendMail, log }: Context, email: string | null, change: AccountChange) {
  if (email === null) return
  sendMail(accountMail(site, email, change)).catch((error: unknown) =>
    log.warn({ err: error, change }, 'failed to notify the owner of an account of a change'),
  )
}

/** Sends a mail about a change of an account to the email address of the account, if it has one. */
export async function notifyUser(context: Context, id: string, change: AccountChange) {
  notifyOwner(context, (await findUser(context.db, id))?.email ?? null, change)
}
