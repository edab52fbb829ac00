import type { LoggedIn } from '#shared/api/user.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { findUser } from '#server/user/user-queries.ts'
import { createSession } from './session-queries.ts'

/** Opens a session for a user who has shown who he is. */
export async function logIn(db: Db, userId: string, userAgent: string): Promise<LoggedIn> {
  const user = (await findUser(db, userId)) ?? fail('unauthorized', '这个账号已经不在了')
  return { token: await createSession(db, userId, userAgent), user }
}
