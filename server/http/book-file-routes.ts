import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { FileFormat } from '#shared/api/book-file.ts'
import { fail } from '#shared/api/failure.ts'
import { isId } from '#shared/id.ts'
import type { Db } from '../db/schema.ts'
import { noteDigest } from '../kosync/text-digest.ts'
import { findBookFile, type StoredFile } from '../library/book-file-queries.ts'
import type { BookFiles } from '../library/book-files.ts'
import { dispositionOf } from '../library/file-name.ts'
import { keepPlainText } from '../library/keep-plain-text.ts'
import { readRange } from './read-range.ts'
import { isKnown } from './send-cached.ts'

interface FileRequest {
  Params: { id: string; name: string }
}

const types = { epub: 'application/epub+zip', txt: 'text/plain; charset=utf-8' }

/** The texts themselves, whole or from where a download broke off. HEAD comes with GET. */
export function mountBookFiles(app: FastifyInstance, { db, bookFiles }: { db: Db; bookFiles: BookFiles }) {
  app.get<FileRequest>('/book/:id/file/:name', async (request, reply) => {
    const file = await findAsked(db, request.params)
    await keepPlainText(bookFiles, file)
    await noteDigest(db, bookFiles, file)
    reply.headers({
      'accept-ranges': 'bytes',
      // Texts are everybody's, for e-readers that are pages of other sites too.
      'access-control-allow-origin': '*',
      'cache-control': 'public, no-cache',
      etag: `"${file.sha256}"`,
      'last-modified': file.createTime.toUTCString(),
      'content-disposition': dispositionOf(file),
    })
    reply.type(types[file.format])
    if (isKnown(request.headers['if-none-match'], `"${file.sha256}"`)) return reply.code(304).send()
    return sendAsked(bookFiles, file, request, reply)
  })
}

async function findAsked(db: Db, { id, name }: FileRequest['Params']): Promise<StoredFile> {
  const [fileId = '', extension = ''] = name.split('.')
  const format = FileFormat.safeParse(extension)
  const file = isId(id) && isId(fileId) && format.success ? await findBookFile(db, fileId) : undefined
  if (file?.bookId !== id || file.format !== format.data)
    fail('missing', '没有这个文件，它可能已被换成新的一版，请回到书页看看')
  return file
}

function sendAsked(bookFiles: BookFiles, file: StoredFile, request: FastifyRequest, reply: FastifyReply) {
  const { size, storageKey } = file
  const since = request.headers['if-range']
  const isSame = since === undefined || since === `"${file.sha256}"` || since === file.createTime.toUTCString()
  const range = isSame ? readRange(request.headers.range, size) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`).removeHeader('content-disposition')
    return reply.code(416).type('text/plain; charset=utf-8').send('这个文件没有那么长\n')
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // The framework runs a stream dry to answer HEAD.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : bookFiles.stream(storageKey, range ?? undefined))
}
