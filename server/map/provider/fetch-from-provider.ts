import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, lookUpPublic } from './provider-address.ts'

/** A URL of the external map provider, and whether its host may be in a private network. */
export interface Target {
  url: string
  /**
   * Whether the host may be in a private network. Only the host that the operator configured may be; hosts named in a
   * style must be public.
   */
  mayBePrivate: boolean
}
interface ProviderRequest {
  headers: Record<string, string>
  timeoutMs: number
}
export interface ProviderAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * An unusable answer of the map provider. The message is written to the log and must not contain a URL, because URLs
 * may contain the operator's API key.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  /** Seconds after which the map provider accepts the next request; undefined if the provider did not say. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

export const maxBytes = 4 * 1024 * 1024
const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 16 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 16 }),
}

/**
 * Sends a request to the map provider and follows redirects within the same origin. Other redirects are refused,
 * because the operator did not name their host. Throws a `ProviderError`.
 */
export async function fetchFromProvider(
  target: Target,
  { headers, timeoutMs }: ProviderRequest,
): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const first = new URL(target.url)
  let url = first
  for (let hop = 0; hop < 3; hop++) {
    const answer = await sendWithRetry(() => send(url, target.mayBePrivate, headers, signal), signal)
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer
    const next = URL.parse(answer.headers.location ?? '', url)
    if (next?.origin !== first.origin) throw new ProviderError('redirects to another host')
    url = next
  }
  throw new ProviderError('redirects too often')
}

/**
 * Sends a request to the map provider, and once again if the connection broke or the server failed. Both attempts share
 * one timeout.
 */
async function sendWithRetry(attempt: () => Promise<ProviderAnswer>, signal: AbortSignal): Promise<ProviderAnswer> {
  const first = await attempt().catch((error: unknown) => error as Error)
  const isFinal = first instanceof Error ? first instanceof ProviderError : !isTemporaryFailure(first)
  if (!isFinal && !signal.aborted) return attempt().catch((error: unknown) => throwProviderError(error, signal))
  return first instanceof Error ? throwProviderError(first, signal) : first
}

function isTemporaryFailure({ status, headers }: ProviderAnswer) {
  return [500, 502, 503, 504].includes(status) && headers['retry-after'] === undefined
}

function throwProviderError(error: unknown, signal: AbortSignal): never {
  if (error instanceof ProviderError) throw error
  if (signal.aborted) throw new ProviderError('did not answer in time')
  throw new ProviderError(`cannot be reached (${(error as NodeJS.ErrnoException).code ?? 'connection lost'})`)
}

function send(url: URL, mayBePrivate: boolean, headers: Record<string, string>, signal: AbortSignal) {
  return new Promise<ProviderAnswer>((done, failed) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A URL that contains an IP address instead of a host name needs no DNS lookup, so `lookUpPublic` would not refuse
    // a private address in it. The address is therefore checked here.
    if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host))
      return failed(new ProviderError('names a private address'))
    const isSecure = url.protocol === 'https:'
    const options = { headers, signal, agent: isSecure ? agents.https : agents.http }
    const request = (isSecure ? overHttps : overHttp)(
      url,
      mayBePrivate ? options : { ...options, lookup: lookUpPublic },
      (response) => void collect(response).then(done, failed),
    )
    request.on('error', failed).end()
    return undefined
  })
}

async function collect(response: IncomingMessage): Promise<ProviderAnswer> {
  const { statusCode: status = 0, headers } = response
  if (status !== 200) {
    // The body of an error response is not read, because it is not a map and may contain the operator's API key.
    response.destroy()
    return { status, headers, body: Buffer.alloc(0) }
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new ProviderError('answered with too many bytes')
    chunks.push(chunk)
  }
  return { status, headers, body: Buffer.concat(chunks) }
}
