import { setTimeout as sleep } from 'node:timers/promises'

type Fields = Record<string, string>

export interface BucketRequest {
  query?: Fields
  headers?: Fields
  body?: string | Uint8Array<ArrayBuffer>
  /**
   * HTTP status codes of the object store that are not a success but are handled by the caller, such as a missing
   * object.
   */
  accepted?: number[]
}

/** The object store does not answer, or says that it is busy. The message is a Chinese sentence for the operator. */
export class StoreUnavailable extends Error {}

/**
 * Milliseconds within which the object store must begin to answer a request, all attempts together, and within which it
 * must send the next bytes of an object. Clients of the site wait a little longer than this.
 */
const answerMs = 12_000
/** The least number of bytes a second at which the store must take a body. */
const leastRate = 100_000
/** Pauses before a request is repeated, in milliseconds. */
const retryPauses = [200, 1000]

/**
 * Sends a request to an object store, signed anew by `sign` at each attempt. Requests that fail on the network, or that
 * the store refuses because it is busy (429, 5xx), are repeated twice; all requests to a bucket may be repeated,
 * because they have the same effect again. Throws `StoreUnavailable` when the last attempt fails or the time is over,
 * and an error with a Chinese message at once when the store refuses the request.
 */
export async function sendToBucket(
  method: string,
  { body, accepted = [] }: BucketRequest,
  sign: () => Promise<{ address: string | URL; headers: HeadersInit }>,
): Promise<Response> {
  const end = performance.now() + answerMs + ((body?.length ?? 0) * 1000) / leastRate
  for (const pause of [...retryPauses, undefined]) {
    const { address, headers } = await sign()
    const init = { method, headers, body: body ?? null }
    const response = await sendOnce(address, init, end - performance.now()).catch((error: Error) => error)
    const mayRepeat = pause !== undefined && performance.now() + pause < end
    if (response instanceof Response) {
      if (response.ok || accepted.includes(response.status)) return response
      const isBusy = response.status >= 500 || response.status === 429
      const refusal = describeRefusal(response.status, await response.text())
      const message = `对象存储 ${new URL(address).host} 不接受请求：${refusal}。`
      if (!isBusy) throw new Error(message)
      if (!mayRepeat) throw new StoreUnavailable(message)
    } else if (!mayRepeat || response.name === 'AbortError')
      throw new StoreUnavailable(`对象存储 ${new URL(address).host} 连不上：${reasonOf(response)}。`, {
        cause: response,
      })
    await sleep(pause)
  }
  throw new Error('the last attempt has no pause')
}

/**
 * Passes on the bytes of an object as they are taken. Throws `StoreUnavailable` if the store does not send the next
 * ones in time.
 */
export async function* withinTime(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new StoreUnavailable('对象存储传到一半停了。')), answerMs)
      const next = await Promise.race([all.next(), late.promise]).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    // The end of a stream that does not answer is not waited for.
    all.return?.().catch(() => undefined)
  }
}

/** Describes a refusal by its HTTP status and by the code and the message in the XML that stores answer. */
function describeRefusal(status: number, answer: string): string {
  const textOf = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer)?.[1]?.trim()
  const [code, message] = [textOf('Code'), textOf('Message')]
  if (code === undefined) return `${status} ${answer.slice(0, 500)}`.trim()
  return message === undefined ? `${status} ${code}` : `${status} ${code}（${message}）`
}

/**
 * Returns the reason why a request could not be sent. The message of the error of `fetch` does not contain the reason,
 * but its cause does.
 */
function reasonOf({ cause, message, name }: Error): string {
  if (name === 'AbortError') return '没有按时回答'
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

async function sendOnce(address: string | URL, init: RequestInit, milliseconds: number): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), milliseconds)
  try {
    return await fetch(address, { ...init, signal: timeout.signal })
  } finally {
    clearTimeout(timer)
  }
}
