import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSessionState } from '#server/account/session/session-queries.ts'
import { type Failure, failures } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import type { UploadRefusal } from './check-credential.ts'
import { receiveUpload } from './receive-upload.ts'
import type { Storage } from '#server/storage/storage.ts'
import { sharedRateLimit } from '#server/limit/rate-limit-store.ts'
import { toSignedRequest } from './signed-request.ts'
import { endDisconnected, isDisconnected } from '#server/http/client-connection.ts'
import { toFailure } from '#server/call/failure-answer.ts'

/** The site's own store answers the signed requests of COS's SDK as COS does, as far as an upload needs them. */
export async function mountUploads(app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) {
  await app.register(async (store) => {
    // Nothing of a body is read before its request has been found good.
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

/** Words a failure as COS does: SDKs read the status and the code, people the message. */
function toRefusal({ kind, message }: Failure): UploadRefusal {
  const { status } = failures[kind]
  if (kind === 'broken') return { status, code: 'InternalError', message: 'We could not store the object.' }
  if (kind === 'tooMany') return { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' }
  return { status, code: kind === 'unavailable' ? 'ServiceUnavailable' : 'InvalidRequest', message }
}

/** As COS words it. The connection ends: of what was being sent nothing more is wanted. */
function refuse(reply: FastifyReply, { status, code, message }: UploadRefusal) {
  return reply
    .code(status)
    .headers({ connection: 'close', 'cache-control': 'no-store', 'content-type': 'application/xml; charset=utf-8' })
    .send(
      `<?xml version="1.0" encoding="utf-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>` +
        `<RequestId>${reply.request.id}</RequestId></Error>\n`,
    )
}
