import { fail } from '#shared/api/failure.ts'
import type { Context, SignedIn } from './context.ts'

/** Who calls. The contract lets nobody else in where this is asked; the compiler cannot know. */
export function requireUser({ user }: Pick<Context, 'user'>): SignedIn {
  return user ?? failLostSession()
}

/** Fails as `unauthorized`, which ends the session on the client: nobody is logged in, or the account was deleted meanwhile. */
export function failLostSession(): never {
  fail('unauthorized', '请先登录')
}
