import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ByteRange } from '#server/storage/storage.ts'
import { readRange } from './read-range.ts'

const decompress = promisify(gunzip)

type Body = Uint8Array | Readable

/** A file as it is stored, and what HTTP has to know of it. */
export interface ServedFile {
  /** A strong entity tag with its quotes. */
  etag: string
  type: string
  lastModified?: Date
  /** The stored bytes are gzip data; a client that does not accept gzip is sent them decompressed. */
  isGzipped?: boolean
  /** The length of a body that is a stream. */
  size?: number
  /** Whether clients may ask for a part; this needs `size`, and `open` must then respect the range it is given. */
  hasRanges?: boolean
  /** Called only when the body is sent; a range counts as HTTP does, both ends included. */
  open(range?: ByteRange): Body | Promise<Body>
}

/**
 * Answers with a file: the entity tag, conditional requests (304), ranges (206, 416), stored compression and HEAD.
 * Cached answers, which bypass the framework, follow the same rules in `sendCached`.
 */
export async function answerFile(file: ServedFile, request: FastifyRequest, reply: FastifyReply) {
  const isGzipped = file.isGzipped === true && acceptsEncoding(request.headers['accept-encoding'], 'gzip')
  // Each encoding is a representation of its own and needs a tag of its own.
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
  // The framework would read a whole stream to answer HEAD.
  if (request.method === 'HEAD' && length !== undefined) return reply.send(Readable.from([]))
  const body = await file.open(range ?? undefined)
  return reply.send(file.isGzipped && !isGzipped ? await decompress(body as Uint8Array) : body)
}

/** Whether the client has this version already. RFC 9110, 13.2.2: the date counts only in the absence of a tag. */
function isNotModified({ headers }: FastifyRequest, etag: string, lastModified: Date | undefined): boolean {
  if (headers['if-none-match'] !== undefined) return matchesEtag(headers['if-none-match'], etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** The asked part; null for the whole, also when the part was meant for another version (`If-Range`). */
function rangeOf({ headers }: FastifyRequest, { etag, lastModified, size = 0 }: ServedFile) {
  const since = headers['if-range']
  const isSame = since === undefined || since === etag || since === lastModified?.toUTCString()
  return isSame ? readRange(headers.range, size) : null
}

/** Compares as RFC 9110, 13.1.2 says: a list, `*`, and weak tags, which a proxy may have made of ours. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Whether an `accept-encoding` names this encoding and does not refuse it. */
export function acceptsEncoding(accept: string | undefined, encoding: string): boolean {
  const at = accept?.indexOf(encoding) ?? -1
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accept?.slice(at + encoding.length) ?? '')
}
