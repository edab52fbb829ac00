import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { entryBase } from '#shared/book-text.ts'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { BookReader } from './book-reader.ts'
import { findReadableFile } from './readable-file-queries.ts'
import { entryHref } from '#server/engines/epub/serve/entry-path.ts'
import { answerFile } from '#server/http/server/answer-file.ts'
import { callerAddress } from '#server/http/server/caller-address.ts'
import { chooseCompression } from '#server/http/server/send-cached.ts'
import type { ByteRange } from '#server/platform/storage/storage.ts'
import { entryHeaders } from '#server/http/server/security-headers.ts'

interface EntryRequest {
  Params: { id: string; fileId: string; '*': string }
}

const perAddress = { config: { rateLimit: { max: 1200, timeWindow: 60_000 } } }

/** Mounts the route that serves single files of an EPUB, sanitised, to the frames in which the reader shows a book. */
export function mountBookEntries(app: FastifyInstance, parts: { db: Db; books: BookReader }) {
  app.get<EntryRequest>('/book/:id/file/:fileId/entry/*', perAddress, (request, reply) =>
    sendEntry(parts, request, reply),
  )
}

async function sendEntry(
  { db, books }: { db: Db; books: BookReader },
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
  const compression = chooseCompression(request.headers['accept-encoding'])
  const caller = { name: callerAddress(request.ip) }
  const entry = await books.entryOf(file, { path, base, compression, caller })
  const isOpenedDirectly = request.headers['sec-fetch-dest'] === 'document'
  reply.headers({ ...entryHeaders(isOpenedDirectly), vary: 'Accept-Encoding, Sec-Fetch-Dest' })
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  const served = { etag: `"${version}"`, type: entry.type }
  if (entry.text !== undefined) {
    const { encoding, bytes } = entry.text
    return answerFile({ ...served, compression: encoding, open: () => bytes }, request, reply)
  }
  const { file: stored } = entry
  if (/^font\/(ttf|otf)$/.test(entry.type))
    return answerFile({ ...served, compression: 'gzip', open: () => books.gzip(file, stored) }, request, reply)
  // Browsers read audio and video in byte ranges, and some refuse to play them otherwise.
  const hasRanges = /^(audio|video)\//.test(entry.type)
  const open = (range?: ByteRange) => books.stream(file, stored, range)
  return answerFile({ ...served, size: stored.size, hasRanges, open }, request, reply)
}

/** Splits the part of an address after `entry/` into the version of the text, if there is one, and the path in it. */
function readAddress(rest: string): { version: string; path: string } {
  const [, version = '', path = rest] = /^([\da-f]{16}-\d+)\/(.*)$/s.exec(rest) ?? []
  return { version, path }
}
