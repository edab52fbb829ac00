import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSessionState } from '#server/account/session/session-queries.ts'
import { type Failure, failures } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { UploadRefusal } from './check-credential.ts'
import { receiveUpload } from './receive-upload.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { sharedRateLimit } from '#server/http/limit/rate-limit-store.ts'
import { toSignedRequest } from './signed-request.ts'
import { endDisconnected, isDisconnected } from '#server/http/server/client-connection.ts'
import { toFailure } from '#server/http/call/failure-answer.ts'

/**
 * Mounts the routes of the site's own object store. They answer the signed requests of the SDK of Tencent COS, as far
 * as uploads need them.
 */
export async function mountUploads(app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) {
  await app.register(async (store) => {
    // The server reads the body of an upload only after it has verified the signature of the request.
    store.removeAllContentTypeParsers()
    store.addContentTypeParser('*', (_, payload, done) => done(null, payload))
    store.setErrorHandler((error, request, reply) => {
      if (isDisconnected(request)) return endDisconnected(request, reply)
      const failure = toFailure(error)
      if (failure.kind === 'broken' || failure.kind === 'unavailable')
        request.server.failureLog.record(request, failure, 'upload failed')
      return refuse(reply, toRefusal(failure))
    })
    store.route({
      method: ['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'],
      url: '/storage/*',
      config: { rateLimit: sharedRateLimit('upload', 120) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const refusal = await receiveUpload(
          { db, storage, findSessionState },
          {
            ...toSignedRequest(request),
            body: request.raw,
          },
        )
        if (refusal) return refuse(reply, refusal)
        return reply.header('cache-control', 'no-store').send()
      },
    })
  })
}

/**
 * Converts an error of an upload to the form of Tencent COS: the COS SDK reads the status and the code, people read the
 * message.
 */
function toRefusal({ kind, message }: Failure): UploadRefusal {
  const { status } = failures[kind]
  if (kind === 'broken') return { status, code: 'InternalError', message: 'We could not store the object.' }
  if (kind === 'tooMany') return { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' }
  return { status, code: kind === 'unavailable' ? 'ServiceUnavailable' : 'InvalidRequest', message }
}

/**
 * Sends the refusal of an upload in the form of Tencent COS and closes the connection, because the rest of the body is
 * not needed.
 */
function refuse(reply: FastifyReply, { status, code, message }: UploadRefusal) {
  return reply
    .code(status)
    .headers({ connection: 'close', 'cache-control': 'no-store', 'content-type': 'application/xml; charset=utf-8' })
    .send(
      `<?xml version="1.0" encoding="utf-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>` +
        `<RequestId>${reply.request.id}</RequestId></Error>\n`,
    )
}
