import { get, type IncomingHttpHeaders } from 'node:http'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Response body as the server sent it: compressed if the response has a `content-encoding`. */
  body: Buffer
}

/** `Accept-Encoding` header of a current browser. */
export const browserEncodings = 'gzip, deflate, br, zstd'

/**
 * Sends one GET request and returns the response undecoded, whereas `fetch` would decompress it. By default it accepts
 * no encoding. `localAddress` is the source IP address in 127.0.0.0/8: rate limits count each IP address separately.
 */
export async function rawGet(url: string, acceptEncoding = 'identity', localAddress = '127.0.0.1'): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  get(url, { localAddress, headers: { 'accept-encoding': acceptEncoding } }, async (response) => {
    try {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    } catch (error) {
      reject(error)
    }
  }).on('error', reject)
  return promise
}

/** Sends one GET request like `rawGet`, and throws unless the response has status 200. */
export async function mustGet(url: string, acceptEncoding?: string, localAddress?: string): Promise<RawAnswer> {
  const answer = await rawGet(url, acceptEncoding, localAddress)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer
}
