import type { LoggedIn } from '#shared/api/account/user.ts'
import type { Context } from '#server/http/call/context.ts'
import { requireSecondStep } from '#server/account/totp/second-step.ts'
import { openSession } from '#server/account/session/open-session.ts'

/**
 * Opens a session for a user who has proven their identity. Fails as `secondStep` when the user has an authenticator
 * and must also enter its code. Must not run in a transaction, because this failure would roll back the ticket with
 * which the login continues.
 */
export async function finishLogin(context: Context, userId: string): Promise<LoggedIn> {
  await requireSecondStep(context.db, userId)
  return openSession(context, userId)
}
