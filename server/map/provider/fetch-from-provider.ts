import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, lookUpPublic } from './provider-address.ts'

/** One address of the provider's. */
export interface Target {
  url: string
  /** Only the host the operator named may be one of his own network; those a style names must be public. */
  mayBePrivate: boolean
}
export interface Question {
  headers: Record<string, string>
  patience: number
}
export interface ProviderAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The provider did not give what it should. Its words are for the log and never hold an address, which may hold the key. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  /** Seconds the provider wants to be left alone. */
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

/** Follows the provider within its own origin; to be sent elsewhere would be to fetch what nobody named. */
export async function fetchFromProvider(target: Target, { headers, patience }: Question): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(patience)
  const first = new URL(target.url)
  let url = first
  for (let hop = 0; hop < 3; hop++) {
    const answer = await askTwice(() => ask(url, target.mayBePrivate, headers, signal), signal)
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer
    const next = URL.parse(answer.headers.location ?? '', url)
    if (next?.origin !== first.origin) throw new ProviderError('sends us elsewhere')
    url = next
  }
  throw new ProviderError('sends us in a circle')
}

/** A connection that broke or a server that stumbled is asked once more, within the same time. */
async function askTwice(once: () => Promise<ProviderAnswer>, signal: AbortSignal): Promise<ProviderAnswer> {
  const first = await once().catch((error: unknown) => error as Error)
  const isFinal = first instanceof Error ? first instanceof ProviderError : !hasStumbled(first)
  if (!isFinal && !signal.aborted) return once().catch((error: unknown) => refuse(error, signal))
  return first instanceof Error ? refuse(first, signal) : first
}

function hasStumbled({ status, headers }: ProviderAnswer) {
  return [500, 502, 503, 504].includes(status) && headers['retry-after'] === undefined
}

function refuse(error: unknown, signal: AbortSignal): never {
  if (error instanceof ProviderError) throw error
  if (signal.aborted) throw new ProviderError('did not answer in time')
  throw new ProviderError(`cannot be reached (${(error as NodeJS.ErrnoException).code ?? 'broken off'})`)
}

function ask(url: URL, mayBePrivate: boolean, headers: Record<string, string>, signal: AbortSignal) {
  return new Promise<ProviderAnswer>((done, failed) => {
    const name = url.hostname.replace(/^\[|\]$/g, '')
    // An address written as a number is never looked up.
    if (!mayBePrivate && isIP(name) !== 0 && !isPublicAddress(name))
      return failed(new ProviderError('names a private address'))
    const isSecure = url.protocol === 'https:'
    const options = { headers, signal, agent: isSecure ? agents.https : agents.http }
    const asking = (isSecure ? overHttps : overHttp)(
      url,
      mayBePrivate ? options : { ...options, lookup: lookUpPublic },
      (response) => void collect(response).then(done, failed),
    )
    asking.on('error', failed).end()
    return undefined
  })
}

async function collect(response: IncomingMessage): Promise<ProviderAnswer> {
  const { statusCode: status = 0, headers } = response
  if (status !== 200) {
    // What a provider writes about a failure is no map, and may name the key.
    response.destroy()
    return { status, headers, body: Buffer.alloc(0) }
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new ProviderError('answered with too much')
    chunks.push(chunk)
  }
  return { status, headers, body: Buffer.concat(chunks) }
}
