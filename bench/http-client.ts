import { type IncomingHttpHeaders, request, type RequestOptions } from 'node:http'

interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Response body as the server sent it: compressed if the response has a `content-encoding`. */
  body: Buffer
}

/** `Accept-Encoding` header of a current browser. */
export const browserEncodings = 'gzip, deflate, br, zstd'

/** Sends one request and returns the response undecoded, whereas `fetch` would decompress it. */
export async function send(
  url: string,
  { body, ...options }: RequestOptions & { body?: string | undefined } = {},
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const sent = request(url, options, async (response) => {
    try {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    } catch (error) {
      reject(error)
    }
  })
  sent.on('error', reject).end(body)
  return promise
}

/** Sends one GET request, from `localAddress` if given, and throws unless the response has status 200. */
export async function mustGet(url: string, encodings = 'identity', localAddress = '127.0.0.1'): Promise<RawAnswer> {
  const answer = await send(url, { localAddress, headers: { 'accept-encoding': encodings } })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer
}

let addresses = 0

/**
 * Returns an IP address of this machine that no earlier call returned, because rate limits count each address
 * separately.
 */
export function freshAddress(): string {
  addresses += 1
  return `127.${16 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns the bytes of a page request for `load-process.ts`, with the headers that a browser would send. */
export function pageRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: books.test\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`
}

/** Returns the bytes of an API call for `load-process.ts`, with the headers that a browser would send. */
export function callRequest(path: string, body: object): string {
  const text = JSON.stringify(body)
  return (
    `POST /api/v1${path} HTTP/1.1\r\nhost: books.test\r\naccept-encoding: gzip\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  )
}
