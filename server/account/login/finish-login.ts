import type { LoggedIn } from '#shared/api/account/user.ts'
import type { Context } from '#server/call/context.ts'
import { requireSecondStep } from '#server/account/totp/second-step.ts'
import { openSession } from '#server/account/session/open-session.ts'

/**
 * Logs in whoever has shown who he is. Fails as `secondStep` where that takes an authenticator too: not to be called inside a
 * transaction, which would take the ticket back.
 */
export async function finishLogin(context: Context, userId: string): Promise<LoggedIn> {
  await requireSecondStep(context.db, userId)
  return openSession(context, userId)
}
