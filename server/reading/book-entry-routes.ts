import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { entryBase } from '#shared/book-text.ts'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/db/schema.ts'
import { findReadableFile } from './readable-file-queries.ts'
import { readBookEntry } from '#server/epub/serve/book-entry.ts'
import { entryHref } from '#server/epub/serve/entry-path.ts'
import type { BookArchives } from '#server/book-file/book-archives.ts'
import { answerFile, matchesEtag } from '#server/http/answer-file.ts'
import type { ByteRange } from '#server/storage/storage.ts'
import { entryHeaders } from '#server/http/security-headers.ts'

interface EntryRequest {
  Params: { id: string; fileId: string; '*': string }
}

const perAddress = { config: { rateLimit: { max: 1200, timeWindow: 60_000 } } }

/** Mounts the route that serves single files of an EPUB, sanitised, to the frames in which the reader shows a book. */
export function mountBookEntries(app: FastifyInstance, parts: { db: Db; archives: BookArchives }) {
  void app.register(async (scope) => {
    await scope.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
    scope.get<EntryRequest>('/book/:id/file/:fileId/entry/*', perAddress, (request, reply) =>
      sendEntry(parts, request, reply),
    )
  })
}

async function sendEntry(
  { db, archives }: { db: Db; archives: BookArchives },
  request: FastifyRequest<EntryRequest>,
  reply: FastifyReply,
) {
  const { id, fileId } = request.params
  const file = isId(id) && isId(fileId) ? await findReadableFile(db, id, fileId) : undefined
  if (file === undefined) return fail('missing', '没有这个文件，它可能已被换成新的一版')
  const { version, path } = readAddress(request.params['*'])
  const base = entryBase({ bookId: id, fileId, version: file.version })
  // An address without the present version is that of a former text, of a former cleaning, or of a former release.
  if (version !== file.version) return reply.header('cache-control', 'no-cache').redirect(entryHref(base, path), 307)
  const etag = `"${file.version}"`
  const isOpenedDirectly = request.headers['sec-fetch-dest'] === 'document'
  reply.headers({ ...entryHeaders(isOpenedDirectly), vary: 'Accept-Encoding, Sec-Fetch-Dest' })
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send()
  const entry = await readBookEntry(await archives.open(file), path, base)
  if (entry === undefined) return fail('missing', '书里没有这一页')
  const body = Buffer.from(entry.body)
  // Browsers read audio and video in byte ranges, and some refuse to play them otherwise.
  const ranges = /^(audio|video)\//.test(entry.type) ? { size: body.length, hasRanges: true } : {}
  const open = (range?: ByteRange) => (range === undefined ? body : body.subarray(range.start, range.end + 1))
  return answerFile({ etag, type: entry.type, ...ranges, open }, request, reply)
}

/** Splits the part of an address after `entry/` into the version of the text, if there is one, and the path in it. */
function readAddress(rest: string): { version: string; path: string } {
  const [, version = '', path = rest] = /^([\da-f]{16}-\d+)\/(.*)$/s.exec(rest) ?? []
  return { version, path }
}
