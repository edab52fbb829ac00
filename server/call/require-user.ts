import { fail } from '#shared/api/failure.ts'
import type { Context, SignedIn } from './context.ts'

/**
 * Returns the signed-in user of a call. The contract refuses visitors before such a handler runs, but the compiler
 * cannot know this.
 */
export function requireUser({ user }: Pick<Context, 'user'>): SignedIn {
  return user ?? failLostSession()
}

/**
 * Fails as `unauthorized`, after which the client deletes its token: nobody is logged in, or the account was deleted
 * meanwhile.
 */
export function failLostSession(): never {
  fail('unauthorized', '请先登录')
}
