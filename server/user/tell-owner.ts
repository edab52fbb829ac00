import type { Context } from '#server/context.ts'
import { type AccountChange, accountMail } from '#server/mail/account-mail.ts'

/** Tells a mailbox what was changed of its account; the change stands whether or not the mail arrives. */
export function tellOwner({ site, sendMail }: Context, email: string | null, change: AccountChange) {
  if (email !== null) void sendMail(accountMail(site, email, change)).catch(() => undefined)
}
