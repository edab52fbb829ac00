import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ByteRange } from '#server/storage/storage.ts'
import { readRange } from './read-range.ts'

const decompress = promisify(gunzip)

type Body = Uint8Array | Readable

/** A stored file and the facts that HTTP needs about it. */
interface ServedFile {
  /** A strong entity tag with its quotes. */
  etag: string
  type: string
  lastModified?: Date
  /** Whether the stored bytes are gzip data. Clients that do not accept gzip receive them decompressed. */
  isGzipped?: boolean
  /** The length of a streamed body in bytes. */
  size?: number
  /** Whether clients may request byte ranges. This needs `size`, and `open` must respect the range it receives. */
  hasRanges?: boolean
  /** Opens the body; called only when a body is sent. Both ends of the range are included, as in HTTP. */
  open(range?: ByteRange): Body | Promise<Body>
}

/**
 * Sends a file with its entity tag and handles conditional requests (304), ranges (206, 416), stored compression and
 * HEAD. Cached answers, which bypass the framework, follow the same rules in `sendCached`.
 */
export async function answerFile(file: ServedFile, request: FastifyRequest, reply: FastifyReply) {
  const isGzipped = file.isGzipped === true && acceptsEncoding(request.headers['accept-encoding'], 'gzip')
  // Each content encoding is a representation of its own and needs an entity tag of its own.
  const etag = isGzipped ? `${file.etag.slice(0, -1)}-gzip"` : file.etag
  reply.headers({ 'content-type': file.type, etag })
  if (file.isGzipped) reply.header('vary', 'Accept-Encoding')
  if (file.lastModified) reply.header('last-modified', file.lastModified.toUTCString())
  if (file.hasRanges) reply.header('accept-ranges', 'bytes')
  if (isNotModified(request, etag, file.lastModified)) return reply.code(304).removeHeader('content-type').send()
  const range = file.hasRanges ? rangeOf(request, file) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`).removeHeader('content-disposition')
    return reply.code(416).type('text/plain; charset=utf-8').send('这个文件没有那么长\n')
  }
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  if (isGzipped) reply.header('content-encoding', 'gzip')
  const length = range === null ? file.size : range.end - range.start + 1
  if (length !== undefined) reply.header('content-length', length)
  // To answer HEAD, the framework would read the whole stream.
  if (request.method === 'HEAD' && length !== undefined) return reply.send(Readable.from([]))
  const body = await file.open(range ?? undefined)
  return reply.send(file.isGzipped && !isGzipped ? await decompress(body as Uint8Array) : body)
}

/**
 * Returns whether the client has this version of a file already. By RFC 9110, 13.2.2, the date counts only when the
 * request has no entity tag.
 */
function isNotModified({ headers }: FastifyRequest, etag: string, lastModified: Date | undefined): boolean {
  if (headers['if-none-match'] !== undefined) return matchesEtag(headers['if-none-match'], etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** Returns the requested range; null means the whole file, also when `If-Range` names another version. */
function rangeOf({ headers }: FastifyRequest, { etag, lastModified, size = 0 }: ServedFile) {
  const since = headers['if-range']
  const isSame = since === undefined || since === etag || since === lastModified?.toUTCString()
  return isSame ? readRange(headers.range, size) : null
}

/**
 * Compares `If-None-Match` with an entity tag by RFC 9110, 13.1.2: the header may be a list, `*`, or have weak tags, to
 * which a proxy may have changed our strong ones.
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
