import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { fail } from '#shared/api/failure.ts'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import { isId } from '#shared/id.ts'
import type { Context } from '#server/http/call/context.ts'
import { storePart } from './uploaded-file.ts'
import { requireAccess } from '#server/http/call/answer-call.ts'
import { sharedRateLimit } from '#server/http/limit/rate-limit-store.ts'

/**
 * The rate limit of uploaded parts per minute and IP address. Parts have one MiB, so this is far more than an editor
 * usually sends.
 */
const config = { rateLimit: sharedRateLimit('import', 1200) }

interface PartRequest {
  Params: { id: string; part: string }
}

/**
 * Mounts the route that receives an uploaded file in parts, so that a broken connection loses one part and not the
 * whole file.
 */
export async function mountImports(app: FastifyInstance, contextOf: (request: FastifyRequest) => Promise<Context>) {
  await app.register(async (imports) => {
    imports.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    imports.put<PartRequest>(
      `${apiPrefix}/library/import/:id/:part`,
      {
        bodyLimit: importPartBytes,
        config,
        // The permission of the user is checked before the body of the request is received, so that a refused user does
        // not upload in vain.
        preParsing: async (request) => {
          const { user } = await contextOf(request)
          requireAccess({ access: 'editor', effect: 'write' }, user)
        },
      },
      async (request, reply) => {
        const { user, db, storage } = await contextOf(request)
        const { id, part } = request.params
        const isPart = /^\d{1,2}$/.test(part) && Number(part) < maxImportBytes / importPartBytes
        if (!isId(id) || !isPart || user === null || !Buffer.isBuffer(request.body))
          fail('invalid', '传来的不是文件的一段，请刷新页面再试')
        await storePart({ db, storage }, { userId: user.id, id, part: Number(part) }, request.body)
        return reply.header('cache-control', 'no-store').send({ code: 0, data: {}, message: '' })
      },
    )
  })
}
