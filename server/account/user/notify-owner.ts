import type { Context } from '#server/call/context.ts'
import { type AccountChange, accountMail } from '#server/mail/account-mail.ts'
import { findUser } from './user-queries.ts'

/** Tells a mailbox what was changed of its account; the change stands whether or not the mail arrives. */
export function notifyOwner({ site, sendMail, log }: Context, email: string | null, change: AccountChange) {
  if (email === null) return
  sendMail(accountMail(site, email, change)).catch((error: unknown) =>
    log.warn({ err: error, change }, 'the owner of an account was not told of a change'),
  )
}

/** The same of the mailbox an account has. */
export async function notifyUser(context: Context, id: string, change: AccountChange) {
  notifyOwner(context, (await findUser(context.db, id))?.email ?? null, change)
}
