import type { FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Compression } from '#server/platform/cache/compress-body.ts'
import type { ByteRange } from '#server/platform/storage/storage.ts'

type Body = Uint8Array | Readable

/** A file to send to a client, with the information that the HTTP headers need. */
interface ServedFile {
  /** The strong entity tag (ETag) of the file, including the quotes. */
  etag: string
  type: string
  lastModified?: Date
  /** The compression in which `open` returns the file. Clients that do not accept it receive the file decompressed. */
  compression?: Compression
  /** The length of the file in bytes, for a body that is sent as a stream. */
  size?: number
  /**
   * Whether clients may request byte ranges of the file. This needs `size`, and `open` must respect the range it
   * receives.
   */
  hasRanges?: boolean
  /**
   * Opens the file's content; called only if a response body is sent. Both ends of the byte range are included, as in
   * HTTP.
   */
  open(range?: ByteRange): Body | Promise<Body>
}

/**
 * Sends a file with its entity tag (ETag) and handles conditional requests (304), byte ranges (206, 416), stored
 * compression and HEAD requests. Cached pages, which are sent without Fastify, follow the same rules in `sendCached`.
 */
export async function answerFile(file: ServedFile, request: FastifyRequest, reply: FastifyReply) {
  const { compression } = file
  const isCompressed = compression !== undefined && acceptsEncoding(request.headers['accept-encoding'], compression)
  // By the rules of HTTP, the compressed form of a file needs another entity tag (ETag) than the plain form.
  const etag = isCompressed ? `${file.etag.slice(0, -1)}-${compression}"` : file.etag
  reply.headers({ 'content-type': file.type, etag })
  if (compression && !reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding')
  if (file.lastModified) reply.header('last-modified', file.lastModified.toUTCString())
  if (file.hasRanges) reply.header('accept-ranges', 'bytes')
  if (isNotModified(request, etag, file.lastModified)) return reply.code(304).removeHeader('content-type').send()
  const range = file.hasRanges ? rangeOf(request, file) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`).removeHeader('content-disposition')
    return reply.code(416).type('text/plain; charset=utf-8').send('这个文件没有那么长\n')
  }
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  if (isCompressed) reply.header('content-encoding', compression)
  const length = range === null ? file.size : range.end - range.start + 1
  if (length !== undefined) reply.header('content-length', length)
  // Fastify would read the whole stream to answer a HEAD request, so such a request is answered here without a body.
  if (request.method === 'HEAD' && (length !== undefined || compression)) return reply.send(Readable.from([]))
  const body = await file.open(range ?? undefined)
  return reply.send(compression && !isCompressed ? decompressed(body, compression) : body)
}

/** Decompresses a file while it is sent, so that a slow client holds a small part of it. */
function decompressed(body: Body, compression: Compression): Readable {
  const stream = body instanceof Readable ? body : Readable.from([body])
  const decompressor = compression === 'gzip' ? createGunzip() : createBrotliDecompress()
  return pipeline(stream, decompressor, () => undefined)
}

/**
 * Returns whether the client already has the current version of a file. By RFC 9110, 13.2.2, the modification date
 * counts only if the request has no entity tag (ETag).
 */
function isNotModified({ headers }: FastifyRequest, etag: string, lastModified: Date | undefined): boolean {
  if (headers['if-none-match'] !== undefined) return matchesEtag(headers['if-none-match'], etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/**
 * Returns the byte range that a client requests of a file. Null means the whole file, also if the `If-Range` header
 * names another version of the file.
 */
function rangeOf({ headers }: FastifyRequest, { etag, lastModified, size = 0 }: ServedFile) {
  const since = headers['if-range']
  const isSame = since === undefined || since === etag || since === lastModified?.toUTCString()
  return isSame ? readRange(headers.range, size) : null
}

/**
 * Compares the request header `If-None-Match` with an entity tag (ETag) by RFC 9110, 13.1.2. The header may be a list
 * or `*`, or contain weak tags, because a proxy may have changed the site's strong tags to weak ones.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Returns whether an `Accept-Encoding` header names this encoding and does not refuse it with `q=0`. */
export function acceptsEncoding(accept: string | undefined, encoding: string): boolean {
  const at = accept?.indexOf(encoding) ?? -1
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accept?.slice(at + encoding.length) ?? '')
}

/**
 * Returns the byte range that a `Range` header requests (RFC 9110, 14.2). Returns null, which means the whole file,
 * when the header is missing, names several ranges or uses an unknown unit.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
