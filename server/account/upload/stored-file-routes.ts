import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSessionState } from '#server/account/session/session-queries.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { mayRead } from './receive-upload.ts'
import { isStorageKey, type Storage } from '#server/platform/storage/storage.ts'
import { answerFile } from '#server/http/server/answer-file.ts'
import { toSignedRequest } from './signed-request.ts'

/**
 * Matches the storage keys of public pictures. It does not match raw uploads, which only the user who uploaded them may
 * read, nor the files of books.
 */
const publicKey = /^(avatar|cover)\/[\da-f-]{36}\/[\da-f]{32}-\d{2,3}\.webp$/

/**
 * Mounts the route that serves files from the site's own store: public pictures, which never change, to everybody, and
 * other objects to users with a temporary credential.
 */
export function mountStoredFiles(app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) {
  app.get('/storage/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const signed = toSignedRequest(request)
    const { key } = signed
    const isPublic = publicKey.test(key)
    const isOpen = isStorageKey(key) && (isPublic || (await mayRead({ db, findSessionState }, signed)))
    const found = isOpen ? await storage.get(key) : undefined
    if (found === undefined)
      return reply
        .code(404)
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send('没有这张图片\n')
    reply.headers({
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { etag, type, size, body } = found
    try {
      return await answerFile({ etag, type, size, open: () => body }, request, reply)
    } finally {
      // An answer without a body, such as one to a HEAD request, leaves the stream of the stored file unread, so the
      // stream is closed here.
      body.destroy()
    }
  })
}
