import { get, type IncomingHttpHeaders } from 'node:http'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** As it came over the wire, still compressed. */
  body: Buffer
}

/** What a browser of today says it takes. */
export const browserEncodings = 'gzip, deflate, br, zstd'

/**
 * One request without what `fetch` does to an answer; asks for the bytes as they are unless told what to take.
 * `localAddress` is the address in 127.0.0.0/8 that the request comes from: rate limits count each apart.
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

/** The same, for what must be there. */
export async function mustGet(url: string, acceptEncoding?: string, localAddress?: string): Promise<RawAnswer> {
  const answer = await rawGet(url, acceptEncoding, localAddress)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer
}
