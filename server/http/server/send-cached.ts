import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptsEncoding, matchesEtag } from './answer-file.ts'
import type { Compression, Encoding } from '#server/platform/cache/compress-body.ts'
import type { CachedAnswer, PageCache } from '#server/platform/cache/page-cache.ts'
import { bytesIn } from './converted-bodies.ts'
import type { SecurityHeaders } from './security-headers.ts'

/**
 * Answers a request from the cache before Fastify sees it, because the hooks of Fastify would reduce the throughput of
 * cached answers by a fifth. With `mayBeStale` it also sends a stale answer, instead of a refusal. Returns false when
 * the cache has no such answer.
 */
export function answerFromCache(
  { cache, security }: { cache: PageCache; security: SecurityHeaders },
  request: IncomingMessage,
  response: ServerResponse,
  { mayBeStale = false } = {},
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const key = request.url ?? ''
  const fresh = cache.find(key)
  const stale = mayBeStale && fresh === undefined ? cache.findStale(key) : undefined
  const found = stale === undefined ? fresh : markStale(stale)
  if (found === undefined) return false
  cache.recordRequest(key)
  cache.recordAnswer()
  sendCached(found, security, request, response)
  return true
}

/** Adds the HTTP header that marks an answer as stale (RFC 9211), because a new one could not be computed. */
export function markStale(answer: CachedAnswer): CachedAnswer {
  return { ...answer, headers: { ...answer.headers, 'cache-status': 'zhitu; fwd=stale; fwd-status=503' } }
}

export function sendCached(
  answer: CachedAnswer,
  security: SecurityHeaders,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { body } = answer
  // Pictures are cached and sent without HTTP compression, because their formats are compressed already.
  const encoding = Buffer.isBuffer(body) ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  // The compressed and the uncompressed form of an answer need different entity tags, because HTTP regards them as
  // different representations.
  const etag = encoding === 'identity' ? answer.etag : `${answer.etag.slice(0, -1)}-${encoding}"`
  const headers: Record<string, string | number> = { ...security, ...answer.headers, etag, vary: 'Accept-Encoding' }
  // Only GET and HEAD requests may be answered with status 304. API calls with other methods always get a complete
  // answer.
  const mayBeUnchanged = request.method === 'GET' || request.method === 'HEAD'
  if (mayBeUnchanged && answer.status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  if (answer.status === 204) {
    response.writeHead(204, headers).end()
    return
  }
  const send = (bytes: Buffer) => {
    headers['content-length'] = bytes.length
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : bytes)
  }
  const bytes = Buffer.isBuffer(body) ? body : bytesIn(body, encoding, answer.headers['content-type'] ?? '')
  if (Buffer.isBuffer(bytes)) send(bytes)
  else bytes.then(send, () => response.destroy())
}

/** Returns the best encoding that the client accepts: brotli, gzip or none. */
function chooseEncoding(accept: string | undefined): Encoding {
  if (acceptsEncoding(accept, 'br')) return 'br'
  return acceptsEncoding(accept, 'gzip') ? 'gzip' : 'identity'
}

/**
 * Returns the compression for a new answer: the one in which it is sent to the client that asks first. For a client
 * that accepts none the answer is compressed for the next clients.
 */
export function chooseCompression(accept: string | undefined): Compression {
  const encoding = chooseEncoding(accept)
  return encoding === 'identity' ? 'br' : encoding
}
