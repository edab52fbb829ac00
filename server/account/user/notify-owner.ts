import type { Context } from '#server/http/call/context.ts'
import { type AccountChange, accountMail } from '#server/platform/mail/account-mail.ts'
import { findUser } from './user-queries.ts'

/**
 * Sends an email about a change of an account to the given email address; null sends nothing. It does not wait until
 * the email is sent; a failure to send it is only logged.
 */
export function notifyOwner({ site, sendMail, log }: Context, email: string | null, change: AccountChange) {
  if (email === null) return
  sendMail(accountMail(site, email, change)).catch((error: unknown) =>
    log.warn({ err: error, change }, 'failed to notify the owner of an account of a change'),
  )
}

/** Sends an email about a change of an account to the user's own email address, if they have one. */
export async function notifyUser(context: Context, id: string, change: AccountChange) {
  notifyOwner(context, (await findUser(context.db, id))?.email ?? null, change)
}
