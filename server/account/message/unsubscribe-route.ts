import type { FastifyInstance } from 'fastify'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isUnsubscribeToken } from './unsubscribe-token.ts'
import { stopDigest } from './save-preference.ts'
import { sharedRateLimit } from '#server/http/limit/rate-limit-store.ts'

const path = '/user/unsubscribe'
const config = { rateLimit: sharedRateLimit('unsubscribe', 60) }

/**
 * Mounts the route that stops the mails to a user, who is named in the unsubscribe link. The page at the same path asks
 * for confirmation and submits its form to this route, also without JavaScript. Mail programs send the request directly
 * (RFC 8058) and get an empty answer instead of a redirect.
 */
export async function mountUnsubscribe(app: FastifyInstance, db: Db) {
  await app.register(async (scope) => {
    // The URL names the user and contains the token, so the content of the submitted form does not matter.
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
