import { fail } from '#shared/api/failure.ts'
import type { Context, SignedIn } from './context.ts'

/**
 * Returns the signed-in user of an API call. The access check refuses visitors before the handler runs, but the
 * compiler cannot know this.
 */
export function requireUser({ user }: Pick<Context, 'user'>): SignedIn {
  return user ?? failLostSession()
}

/**
 * Fails as `unauthorized` because nobody is logged in or the account was deleted meanwhile. The browser then deletes
 * its session token.
 */
export function failLostSession(): never {
  fail('unauthorized', '请先登录')
}
