import type { FastifyInstance } from 'fastify'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/db/schema.ts'
import { isUnsubscribeToken } from './unsubscribe-token.ts'
import { stopDigest } from './preference-queries.ts'
import { sharedRateLimit } from '#server/limit/rate-limit-store.ts'

const path = '/user/unsubscribe'
const config = { rateLimit: sharedRateLimit('unsubscribe', 60) }

/**
 * Stops the mails of whom the link names. The page at the same address asks first and sends this form, as it must where
 * scripts do not run; mail programs send it by themselves (RFC 8058), and want no way on.
 */
export async function mountUnsubscribe(app: FastifyInstance, db: Db) {
  await app.register(async (scope) => {
    // What a form says does not matter: the address names who, and shows that he may.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_, body, done) => done(null, body))
    scope.post(path, { config }, async ({ query, body }, reply) => {
      const { user, token } = query as Record<string, unknown>
      const isRight =
        typeof user === 'string' &&
        typeof token === 'string' &&
        isId(user) &&
        (await isUnsubscribeToken(db, user, token))
      if (isRight) await stopDigest(db, user)
      if (String(body).includes('One-Click'))
        return reply
          .code(isRight ? 200 : 400)
          .type('text/plain; charset=utf-8')
          .send('')
      return reply.redirect(`${path}/${isRight ? 'done' : 'failed'}`, 303)
    })
  })
}
