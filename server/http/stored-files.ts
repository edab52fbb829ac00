import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerFile } from './answer-file.ts'
import { isStorageKey, type Storage } from '../storage/storage.ts'

/** Pictures everybody may read; a raw upload, or a book's file, is under no such key. */
const publicKey = /^(avatar|cover)\/[\da-f-]{36}\/[\da-f]{32}-\d{2,3}\.webp$/

/** Pictures from the site's own store. Under one address there is one picture for ever. */
export function mountStoredFiles(app: FastifyInstance, storage: Storage) {
  app.get('/storage/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const key = (request.params as { '*': string })['*']
    const found = publicKey.test(key) && isStorageKey(key) ? await storage.get(key) : undefined
    if (found === undefined)
      return reply
        .code(404)
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send('没有这张图片\n')
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { etag, type, size, body } = found
    try {
      return await answerFile({ etag, type, size, open: () => body }, request, reply)
    } finally {
      // Nothing reads the stream of an answer without a body.
      body.destroy()
    }
  })
}
