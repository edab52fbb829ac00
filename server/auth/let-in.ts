import type { LoggedIn } from '#shared/api/user.ts'
import type { Context } from '#server/context.ts'
import { rememberAddress } from './known-address.ts'
import { logIn } from './log-in.ts'

/** Logs in whoever has shown who he is, and notes where from. */
export async function letIn({ db, userAgent, address }: Context, userId: string): Promise<LoggedIn> {
  const loggedIn = await logIn(db, userId, userAgent)
  await rememberAddress(db, userId, address)
  return loggedIn
}
