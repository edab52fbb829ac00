import type { LoggedIn } from '#shared/api/account/user.ts'
import type { Context } from '#server/call/context.ts'
import { demandSecondStep } from '#server/account/totp/second-step.ts'
import { openSession } from '#server/account/session/open-session.ts'

/**
 * Logs in whoever has shown who he is. Fails as `secondStep` where that takes an authenticator too: not to be called inside a
 * transaction, which would take the ticket back.
 */
export async function letIn(context: Context, userId: string): Promise<LoggedIn> {
  await demandSecondStep(context.db, userId)
  return openSession(context, userId)
}
