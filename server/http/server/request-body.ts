import type { FastifyInstance } from 'fastify'
import { Failure } from '#shared/api/failure.ts'

/**
 * Makes the server accept requests with an empty body, whatever their content type. A body that is not empty must be
 * JSON.
 */
export function acceptBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parseJson(request, body, done),
  )
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_, body, done) =>
    body === '' ? done(null) : done(new Failure('unsupported', '只接受 JSON')),
  )
}
