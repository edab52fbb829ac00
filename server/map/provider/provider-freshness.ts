import CachePolicy from 'http-cache-semantics'
import type { IncomingHttpHeaders } from 'node:http'

/** Tells how long a stored answer of the map provider may be reused. */
export interface Freshness {
  /**
   * The response headers of the stored answer. When the provider confirms the answer with status 304, the headers of
   * the confirmation replace headers of the same name.
   */
  headers: IncomingHttpHeaders
  /** The request headers that ask the map provider whether its answer has changed since it was stored. */
  conditions: Record<string, string>
  /** The time until which the stored answer of the map provider is fresh, in milliseconds since 1970. */
  freshUntil: number
  mayBeStored: boolean
  /** Whether the stored answer of the map provider may be served after `freshUntil` while the provider fails. */
  mayBeStale: boolean
}

/**
 * The library that computes cache times expects a request. Its headers are empty, because the map provider's answers
 * depend on the URL alone.
 */
const request = { headers: {} }
/**
 * The longest time in seconds for which an answer of the map provider is cached. Providers may allow more, but their
 * maps change.
 */
const maxFreshSeconds = 30 * 86_400

/**
 * Computes from the headers of a map provider's successful response how long the site may cache the response for all
 * users. A response without an expiry time is fresh for `defaultSeconds`. Responses that set cookies are cached too,
 * because the site never passes the cookies on.
 */
export function freshnessOf({ 'set-cookie': _, ...headers }: IncomingHttpHeaders, defaultSeconds: number): Freshness {
  // The header is converted to lower case, because the library for cache headers recognises no directives in upper
  // case.
  let control = (headers['cache-control'] ?? '').toLowerCase()
  if (headers.expires === undefined && !/max-?age=/.test(control)) control += `, max-age=${defaultSeconds}`
  const policy = new CachePolicy(request, { status: 200, headers: { ...headers, 'cache-control': control } })
  const directives = policy.toObject().rescc
  const seconds = Math.min(Math.max(policy.maxAge() - policy.age(), 0), maxFreshSeconds)
  return {
    headers,
    conditions: policy.revalidationHeaders(request) as Record<string, string>,
    freshUntil: Date.now() + seconds * 1000,
    mayBeStored: policy.storable(),
    mayBeStale: !['no-cache', 'must-revalidate', 'proxy-revalidate'].some((name) => name in directives),
  }
}
