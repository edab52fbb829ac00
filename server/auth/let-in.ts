import type { LoggedIn } from '#shared/api/user.ts'
import type { Context } from '#server/context.ts'
import { demandSecondStep } from '#server/totp/second-step.ts'
import { openSession } from './open-session.ts'

/**
 * Logs in whoever has shown who he is. Fails as `secondStep` where that takes an authenticator too: not to be called inside a
 * transaction, which would take the ticket back.
 */
export async function letIn(context: Context, userId: string): Promise<LoggedIn> {
  await demandSecondStep(context.db, userId)
  return openSession(context, userId)
}
